package io.sluice.transport.ucx;

import io.sluice.transport.Transports;
import io.sluice.transport.suite.NettySuite;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Netty's suite between a UCX server and clients that know nothing of UCX. */
class UcxWithEpollTest extends NettySuite {
  @RegisterExtension
  static final KeyedPair PAIR = new KeyedPair(Transports.of("ucx"), Transports.of("epoll"));

  UcxWithEpollTest() {
    super(PAIR);
  }
}
