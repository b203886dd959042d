package io.sluice.transport;

class IoUringTransportTest extends NativeTransportSuite {
  IoUringTransportTest() {
    super(new IoUringTransport());
  }

  /** Netty 4.2.18 breaks larger ones on io_uring, one reason why it is never chosen by itself. */
  @Override
  long fileRegionSize() {
    return (256 << 20) + 3;
  }
}
