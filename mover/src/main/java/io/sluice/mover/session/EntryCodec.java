package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.store.Entry;
import io.sluice.mover.store.Xattr;
import io.sluice.mover.wire.Fields;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads the records of which a batch of a tree is made. */
final class EntryCodec {
  /** A folder is entered: its id, its parent's, its entry. */
  static final int ENTER = 1;

  /** An entry that is no folder: its folder's id, the entry. */
  static final int ITEM = 2;

  /** A further name: its folder's id, the name, what the first name is and where. */
  static final int LINK = 4;

  /** All of a folder was told: its id, whether all of it could be read. */
  static final int LEAVE = 5;

  /** Something is there that is not carried over and not deleted: its folder's id, its name. */
  static final int PROTECT = 6;

  /** Added to {@link #ITEM}: its content has a hash, which follows. */
  static final int HASHED = 0x20;

  /** Added to {@link #ITEM}: further names of it may come. */
  static final int FIRST = 0x40;

  private static final int MOST_XATTRS = 4096;

  /** Bytes of an entry's attributes that fit into a frame, next to a batch that is almost full. */
  static final int MOST_XATTR_BYTES = 768 << 10;

  private EntryCodec() {}

  /** Whether an entry's attributes are few and small enough to be written. */
  static boolean fits(Entry entry) {
    return entry.xattrs().size() <= MOST_XATTRS && xattrBytes(entry) <= MOST_XATTR_BYTES;
  }

  /** Bytes of an entry's attributes, names included. */
  static long xattrBytes(Entry entry) {
    long bytes = 0;
    for (Xattr xattr : entry.xattrs()) {
      bytes += 8L + xattr.name().length() + xattr.value().length;
    }
    return bytes;
  }

  static void write(ByteBuf out, Entry entry) {
    Attributes a = entry.attributes();
    Fields.putPath(out, entry.name());
    out.writeByte(a.type().letter());
    out.writeShort(a.mode());
    out.writeLong(a.size());
    out.writeInt(a.uid());
    out.writeInt(a.gid());
    out.writeLong(a.modifiedSeconds());
    out.writeInt(a.modifiedNanos());
    if (entry.linkTarget() != null) {
      Fields.putPath(out, entry.linkTarget());
    } else if (isDevice(a.type())) {
      out.writeInt(entry.rdevMajor());
      out.writeInt(entry.rdevMinor());
    }
    out.writeInt(entry.xattrs().size());
    for (Xattr xattr : entry.xattrs()) {
      Fields.putPath(out, xattr.name());
      Fields.putBytes(out, xattr.value());
    }
  }

  private static boolean isDevice(Attributes.Type type) {
    return type == Attributes.Type.CHARACTER_DEVICE || type == Attributes.Type.BLOCK_DEVICE;
  }

  static Entry read(ByteBuf in) {
    BytePath name = Fields.path(in);
    Attributes.Type type = Attributes.Type.of(Fields.octet(in));
    if (type == null || in.readableBytes() < 34) {
      throw new Fields.MalformedException("an entry of a tree is cut or of an unknown type");
    }
    int mode = in.readUnsignedShort();
    long size = in.readLong();
    int uid = in.readInt();
    int gid = in.readInt();
    long seconds = in.readLong();
    int nanos = in.readInt();
    if (size < 0 || nanos < 0 || nanos > 999_999_999 || (mode & ~07777) != 0) {
      throw new Fields.MalformedException("an entry's attributes are out of range");
    }
    BytePath target = type == Attributes.Type.LINK ? Fields.path(in) : null;
    int major = isDevice(type) ? Fields.integer(in) : 0;
    int minor = isDevice(type) ? Fields.integer(in) : 0;
    int count = Fields.integer(in);
    if (count < 0 || count > MOST_XATTRS) {
      throw new Fields.MalformedException("an entry has too many attributes");
    }
    List<Xattr> xattrs = count == 0 ? List.of() : new ArrayList<>();
    for (int i = 0; i < count; i++) {
      xattrs.add(new Xattr(Fields.path(in), Fields.bytes(in, 1 << 16)));
    }
    Attributes attributes = new Attributes(type, size, mode, uid, gid, seconds, nanos, 0, 0);
    return new Entry(name, attributes, 1, size, major, minor, target, xattrs);
  }
}
