package io.sluice.transport;

class NioTransportTest extends TransportSuite {
  NioTransportTest() {
    super(new NioTransport());
  }

  @Override
  boolean showsDoubledBuffers() {
    return false;
  }
}
