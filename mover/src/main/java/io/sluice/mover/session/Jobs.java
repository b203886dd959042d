package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import io.sluice.mover.CopyOptions;
import io.sluice.mover.Options;
import io.sluice.mover.wire.Open;
import java.util.List;

/** Says what a client wants, in the words of the wire. */
final class Jobs {
  private Jobs() {}

  static Open open(
      boolean push,
      Options options,
      CopyOptions copy,
      boolean again,
      BytePath into,
      List<BytePath> sources) {
    int switches =
        (options.durable() ? Open.DURABLE : 0)
            | (copy.noClobber() ? Open.NO_CLOBBER : 0)
            | (copy.update() ? Open.UPDATE : 0)
            | (again ? Open.AGAIN : 0)
            | (copy.makePath() ? Open.MAKE_PATH : 0)
            | switch (options.zeroCopy()) {
              case ON -> Open.ZERO_COPY;
              case AUTO -> Open.ZERO_COPY_AUTO;
              case OFF -> 0;
            };
    return new Open(
        push,
        options.extent(),
        options.streams(),
        switches,
        options.limit(),
        (int) Math.min(Integer.MAX_VALUE, Math.max(100, options.timeout().toMillis())),
        into,
        sources);
  }
}
