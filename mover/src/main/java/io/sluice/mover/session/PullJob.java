package io.sluice.mover.session;

import io.netty.channel.Channel;
import io.sluice.mover.BytePath;
import io.sluice.mover.CopyOptions;
import io.sluice.mover.Options;
import io.sluice.mover.Store;
import io.sluice.mover.wire.Hello;
import io.sluice.mover.wire.Open;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.IntConsumer;

/** Fetches paths of the server into a store of this side. */
final class PullJob implements ClientSession.Job {
  private final List<BytePath> sources;
  private final Store store;
  private final Destination destination;
  private final Options options;
  private final CopyOptions copy;
  private final boolean again;
  private final IntConsumer settled;

  PullJob(
      List<BytePath> sources,
      Store store,
      Destination destination,
      Options options,
      CopyOptions copy,
      boolean again,
      IntConsumer settled) {
    this.sources = sources;
    this.store = store;
    this.destination = destination;
    this.options = options;
    this.copy = copy;
    this.again = again;
    this.settled = settled;
  }

  @Override
  public Open open() {
    return Jobs.open(false, options, copy, again, BytePath.of(""), sources);
  }

  @Override
  public Role role(
      Control control, Hello server, Events events, ThreadPoolExecutor workers, Channel channel) {
    ReceiveSettings settings =
        new ReceiveSettings(
            options.extent(),
            options.durable(),
            copy.noClobber(),
            copy.update(),
            !HostIdentity.HERE.isEmpty() && HostIdentity.HERE.equals(server.host()),
            again,
            options.timeout().toNanos());
    Targets targets = new CopyTargets(store, destination, settings);
    return new Receiver(control, targets, settings, events, workers);
  }

  @Override
  public void begin() {
    // The server begins.
  }

  @Override
  public void done(int index, boolean complete, boolean skipped) {
    settled.accept(index);
  }

  @Override
  public boolean sends() {
    return false;
  }
}
