package io.sluice.mover.wire;

import io.netty.buffer.ByteBuf;
import io.sluice.mover.BytePath;
import io.sluice.mover.Failure;

/**
 * A failure on its way to the peer, which adds the side.
 *
 * @param kind its sort
 * @param path the file, or {@code null}
 * @param cause what the system said
 */
public record Trouble(Failure.Kind kind, BytePath path, String cause) {
  /** Writes the payload. */
  public void write(ByteBuf out) {
    Fields.putText(out, kind.name());
    Fields.putPath(out, path == null ? BytePath.of("") : path);
    Fields.putText(out, cause.length() > 4096 ? cause.substring(0, 4096) : cause);
  }

  /** Reads it; a kind of a newer peer becomes a failure of the session. */
  public static Trouble read(ByteBuf in) {
    String name = Fields.text(in, 32);
    Failure.Kind kind = Failure.Kind.SESSION;
    for (Failure.Kind one : Failure.Kind.values()) {
      kind = one.name().equals(name) ? one : kind;
    }
    BytePath path = Fields.path(in);
    return new Trouble(kind, path.isEmpty() ? null : path, Fields.text(in, 1 << 14));
  }

  /** As the failure of a side. */
  public Failure on(String side) {
    return new Failure(kind, side, path, cause);
  }
}
