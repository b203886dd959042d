package io.sluice.transport;

class EpollTransportTest extends NativeTransportSuite {
  EpollTransportTest() {
    super(new EpollTransport());
  }
}
