package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.mover.Attributes;
import io.sluice.mover.StoreException;
import io.sluice.mover.SyncListener.Change;
import io.sluice.mover.store.Entry;
import io.sluice.mover.store.NewFile;
import io.sluice.mover.wire.Fields;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.Type;
import java.util.Map;
import java.util.concurrent.Executor;

/** Writes the small files that come many to a frame, and answers each frame. */
final class PackWriter implements Receiver.PackTarget {
  private final ReplicaWork work;
  private final Map<Long, Wanted> wanted;
  private final Receiver receiver;
  private final Executor executor;
  private final TreeReceiver tree;

  /** What a frame that comes again must be told once more. */
  private final RecentFailures failed = new RecentFailures();

  PackWriter(
      ReplicaWork work,
      Map<Long, Wanted> wanted,
      Receiver receiver,
      Executor executor,
      TreeReceiver tree) {
    this.work = work;
    this.wanted = wanted;
    this.receiver = receiver;
    this.executor = executor;
    this.tree = tree;
  }

  @Override
  public void pack(int stream, Channel channel, Frame frame, ByteBuf payload) {
    ByteBuf kept = payload.retain();
    executor.execute(
        () -> {
          try {
            byte[] results = write(stream, frame, kept);
            channel.writeAndFlush(
                Control.frame(
                    channel, Type.PACKED, frame.id(), 0, 0, out -> out.writeBytes(results)));
          } catch (RuntimeException e) {
            channel.pipeline().fireExceptionCaught(e);
          } finally {
            kept.release();
          }
        });
  }

  private byte[] write(int stream, Frame frame, ByteBuf payload) {
    if (frame.aux() < 0 || frame.aux() > payload.readableBytes()) {
      throw new Fields.MalformedException("a pack claims " + frame.aux() + " files");
    }
    byte[] results = new byte[frame.aux()];
    long start = System.nanoTime();
    for (int i = 0; i < results.length; i++) {
      long reference = Fields.number(payload);
      int status = Fields.octet(payload);
      int length = Fields.integer(payload);
      if (length < 0 || length > payload.readableBytes()) {
        throw new Fields.MalformedException("a file of a pack claims " + length + " bytes");
      }
      ByteBuf content = payload.readSlice(length);
      Attributes now = status == Packer.CHANGED ? Fields.attributes(payload) : null;
      // What is not awaited came before, by a stream that broke after it.
      Wanted one = wanted.remove(reference);
      if (one == null) {
        results[i] = (byte) (failed.has(reference) ? 1 : 0);
      } else if (!tree.isClosed()) {
        Change change = write(stream, one, status, content, now);
        if (change == Change.FAILED) {
          results[i] = 1;
          failed.add(reference);
        }
        tree.settle(one, change);
      }
    }
    receiver.clocks().disk.add(System.nanoTime() - start);
    return results;
  }

  private Change write(int stream, Wanted one, int status, ByteBuf content, Attributes now) {
    if (status == Packer.MISSING) {
      return Change.FAILED;
    }
    Entry entry = now == null ? one.entry() : one.now(now);
    int length = content.readableBytes();
    if (entry.attributes().size() != length) {
      throw new Fields.MalformedException("a file of a pack is of another size");
    }
    try (NewFile file = work.replica().create(one.folder().folder(), entry, content.nioBuffer())) {
      if (one.change() == Change.REPLACED) {
        work.giveWay(one.folder(), entry.name());
      }
      file.publish();
      work.remark(one.folder(), entry.name(), file.warnings());
      receiver.arrived(stream, length, false);
      return one.change();
    } catch (StoreException e) {
      tree.tell(e);
      return Change.FAILED;
    }
  }
}
