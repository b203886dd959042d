package io.sluice.transport.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.testsuite.transport.TestsuitePermutation.BootstrapComboFactory;
import io.netty.testsuite.transport.TestsuitePermutation.BootstrapFactory;
import io.netty.testsuite.transport.socket.AbstractSocketReuseFdTest;
import io.netty.testsuite.transport.socket.CompositeBufferGatheringWriteTest;
import io.netty.testsuite.transport.socket.ServerSocketSuspendTest;
import io.netty.testsuite.transport.socket.SocketAddressesTest;
import io.netty.testsuite.transport.socket.SocketAutoReadTest;
import io.netty.testsuite.transport.socket.SocketBufReleaseTest;
import io.netty.testsuite.transport.socket.SocketCancelWriteTest;
import io.netty.testsuite.transport.socket.SocketChannelNotYetConnectedTest;
import io.netty.testsuite.transport.socket.SocketCloseForciblyTest;
import io.netty.testsuite.transport.socket.SocketConditionalWritabilityTest;
import io.netty.testsuite.transport.socket.SocketConnectTest;
import io.netty.testsuite.transport.socket.SocketConnectionAttemptTest;
import io.netty.testsuite.transport.socket.SocketDataReadInitialStateTest;
import io.netty.testsuite.transport.socket.SocketEchoTest;
import io.netty.testsuite.transport.socket.SocketExceptionHandlingTest;
import io.netty.testsuite.transport.socket.SocketFileRegionTest;
import io.netty.testsuite.transport.socket.SocketFixedLengthEchoTest;
import io.netty.testsuite.transport.socket.SocketGatheringWriteTest;
import io.netty.testsuite.transport.socket.SocketHalfClosedTest;
import io.netty.testsuite.transport.socket.SocketMultipleConnectTest;
import io.netty.testsuite.transport.socket.SocketObjectEchoTest;
import io.netty.testsuite.transport.socket.SocketReadPendingTest;
import io.netty.testsuite.transport.socket.SocketRstTest;
import io.netty.testsuite.transport.socket.SocketShutdownOutputByPeerTest;
import io.netty.testsuite.transport.socket.SocketShutdownOutputBySelfTest;
import io.netty.testsuite.transport.socket.SocketSpdyEchoTest;
import io.netty.testsuite.transport.socket.SocketSslEchoTest;
import io.netty.testsuite.transport.socket.SocketSslGreetingTest;
import io.netty.testsuite.transport.socket.SocketSslSessionReuseTest;
import io.netty.testsuite.transport.socket.SocketStartTlsTest;
import io.netty.testsuite.transport.socket.SocketStringEchoTest;
import io.netty.testsuite.transport.socket.SocketTestPermutation;
import io.netty.testsuite.transport.socket.TrafficShapingHandlerTest;
import io.netty.testsuite.transport.socket.WriteBeforeRegisteredTest;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;

/**
 * Netty's own tests of a socket transport, one nested class each, over one pair of transports that
 * a subclass names. Every test runs with Netty's pooled and its adaptive allocator, and at the end
 * no buffer may have leaked.
 *
 * <p>Netty's {@code BAD_HOST}, a host that does not answer, is a loopback port whose queue is full.
 */
@Tag("netty-suite")
public abstract class NettySuite {
  /** Every test of the suite that is not run, for whatever pair, with its reason. */
  static final Map<String, String> LEFT_OUT =
      Map.of(
          "ServerSocketSuspendTest.testSuspendAndResumeAccept",
          "Netty has it disabled: it measures how long the kernel waits before it repeats a SYN",
          "SocketShutdownOutputBySelfTest.testWriteAfterShutdownOutputNoWritabilityChange",
          "Netty has it disabled: it reads two bytes out of an array of one",
          "SocketSslEchoTest, server and client differ in who runs the TLS engine's tasks",
          "half of 192 cases, and nothing in them that the transport could notice",
          "SocketSslClientRenegotiateTest",
          "needs OpenSSL, and BoringSSL, which can be had as a jar, knows no renegotiation",
          "SocketSslLargeCertificateTest",
          "takes no bootstraps: it makes its own NIO channels");

  /** Held, because the JDK closes a socket that is no longer reachable. */
  private static final FullListener SILENT = new FullListener();

  static {
    System.setProperty("io.netty.testsuite.badHost", SILENT.host());
    System.setProperty("io.netty.testsuite.badPort", String.valueOf(SILENT.port()));
    for (Handler console : Logger.getLogger("").getHandlers()) {
      console.setLevel(Level.WARNING);
    }
  }

  private final SocketTestPermutation bootstraps;

  protected NettySuite(SocketTestPermutation bootstraps) {
    this.bootstraps = bootstraps;
  }

  @Nested
  class CompositeBufferGatheringWrite extends CompositeBufferGatheringWriteTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class ServerSocketSuspend extends ServerSocketSuspendTest {
    @Override
    protected List<BootstrapFactory<ServerBootstrap>> newFactories() {
      return bootstraps.serverSocket();
    }

    /** See {@link #LEFT_OUT}. */
    @Override
    public void testSuspendAndResumeAccept(TestInfo testInfo) {}
  }

  @Nested
  class SocketAddresses extends SocketAddressesTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }

    @Override
    protected void assertAddress(SocketAddress address) {
      assertThat(address).isInstanceOf(InetSocketAddress.class);
      assertThat(((InetSocketAddress) address).getPort()).isPositive();
      assertThat(((InetSocketAddress) address).isUnresolved()).isFalse();
    }
  }

  @Nested
  class SocketAutoRead extends SocketAutoReadTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketBufRelease extends SocketBufReleaseTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketCancelWrite extends SocketCancelWriteTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketChannelNotYetConnected extends SocketChannelNotYetConnectedTest {
    @Override
    protected List<BootstrapFactory<Bootstrap>> newFactories() {
      return bootstraps.clientSocket();
    }
  }

  @Nested
  class SocketCloseForcibly extends SocketCloseForciblyTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketConditionalWritability extends SocketConditionalWritabilityTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketConnect extends SocketConnectTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketConnectionAttempt extends SocketConnectionAttemptTest {
    @Override
    protected List<BootstrapFactory<Bootstrap>> newFactories() {
      return bootstraps.clientSocket();
    }
  }

  @Nested
  class SocketDataReadInitialState extends SocketDataReadInitialStateTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketEcho extends SocketEchoTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketExceptionHandling extends SocketExceptionHandlingTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketFileRegion extends SocketFileRegionTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketFixedLengthEcho extends SocketFixedLengthEchoTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketGatheringWrite extends SocketGatheringWriteTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketHalfClosed extends SocketHalfClosedTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketMultipleConnect extends SocketMultipleConnectTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketObjectEcho extends SocketObjectEchoTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketReadPending extends SocketReadPendingTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketReuseFd extends AbstractSocketReuseFdTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }

    @Override
    protected SocketAddress newSocketAddress() {
      return new InetSocketAddress(NetUtil.LOCALHOST, 0);
    }
  }

  @Nested
  class SocketRst extends SocketRstTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketShutdownOutputByPeer extends SocketShutdownOutputByPeerTest {
    @Override
    protected List<BootstrapFactory<ServerBootstrap>> newFactories() {
      return bootstraps.serverSocket();
    }
  }

  @Nested
  class SocketShutdownOutputBySelf extends SocketShutdownOutputBySelfTest {
    @Override
    protected List<BootstrapFactory<Bootstrap>> newFactories() {
      return bootstraps.clientSocket();
    }

    /** See {@link #LEFT_OUT}. */
    @Override
    public void testWriteAfterShutdownOutputNoWritabilityChange(TestInfo testInfo) {}
  }

  @Nested
  class SocketSpdyEcho extends SocketSpdyEchoTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketSslEcho extends SocketSslEchoTest {
    /** Hides Netty's, of which it takes a part: see {@link #LEFT_OUT}. */
    public static Collection<Object[]> data() throws Exception {
      return SocketSslEchoTest.data().stream()
          .filter(row -> row[SERVER_DELEGATES].equals(row[CLIENT_DELEGATES]))
          .toList();
    }

    private static final int SERVER_DELEGATES = 3;
    private static final int CLIENT_DELEGATES = 4;

    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketSslGreeting extends SocketSslGreetingTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketSslSessionReuse extends SocketSslSessionReuseTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketStartTls extends SocketStartTlsTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class SocketStringEcho extends SocketStringEchoTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class TrafficShapingHandler extends TrafficShapingHandlerTest {
    @Override
    protected List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
      return bootstraps.socket();
    }
  }

  @Nested
  class WriteBeforeRegistered extends WriteBeforeRegisteredTest {
    @Override
    protected List<BootstrapFactory<Bootstrap>> newFactories() {
      return bootstraps.clientSocket();
    }
  }
}
