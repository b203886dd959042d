package io.sluice.transport.ucx;

import io.sluice.transport.Transports;
import io.sluice.transport.suite.NettySuite;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Netty's suite between an epoll server and UCX clients that it could not upgrade. */
class EpollWithUcxTest extends NettySuite {
  @RegisterExtension
  static final KeyedPair PAIR = new KeyedPair(Transports.of("epoll"), Transports.of("ucx"));

  EpollWithUcxTest() {
    super(PAIR);
  }
}
