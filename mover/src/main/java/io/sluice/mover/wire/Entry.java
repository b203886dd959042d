package io.sluice.mover.wire;

import io.netty.buffer.ByteBuf;
import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;

/**
 * A file that the sender has.
 *
 * @param name its name at the destination: one component
 * @param attributes as it was when it was opened
 * @param dense whether it has no holes
 */
public record Entry(BytePath name, Attributes attributes, boolean dense) {
  /** Writes the payload. */
  public void write(ByteBuf out) {
    Fields.putPath(out, name);
    Fields.putAttributes(out, attributes);
    out.writeBoolean(dense);
  }

  /** Reads it; a name that is not one plain component is malformed. */
  public static Entry read(ByteBuf in) {
    BytePath name = Fields.path(in);
    boolean plain = !name.isEmpty() && name.length() <= 255;
    for (int i = 0; i < name.length(); i++) {
      plain &= name.at(i) != '/';
    }
    String text = name.toString();
    if (!plain || text.equals(".") || text.equals("..")) {
      throw new Fields.MalformedException("an entry's name is not one component");
    }
    return new Entry(name, Fields.attributes(in), Fields.flag(in));
  }
}
