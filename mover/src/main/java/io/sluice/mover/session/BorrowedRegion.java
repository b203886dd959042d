package io.sluice.mover.session;

import io.netty.channel.DefaultFileRegion;
import java.nio.channels.FileChannel;

/** A region of a file that stays open when the region has been sent: many streams share it. */
final class BorrowedRegion extends DefaultFileRegion {
  BorrowedRegion(FileChannel file, long position, long count) {
    super(file, position, count);
  }

  @Override
  protected void deallocate() {
    // The source closes its channel.
  }
}
