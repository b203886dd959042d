package io.sluice.transport.suite;

import io.sluice.transport.Transports;
import org.junit.jupiter.api.extension.RegisterExtension;

class EpollWithEpollTest extends NettySuite {
  @RegisterExtension
  static final Pair PAIR = new Pair(Transports.of("epoll"), Transports.of("epoll"));

  EpollWithEpollTest() {
    super(PAIR);
  }
}
