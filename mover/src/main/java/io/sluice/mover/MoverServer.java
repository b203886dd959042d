package io.sluice.mover;

import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.mover.session.Server;
import io.sluice.mover.store.FileStore;
import io.sluice.transport.Choice;
import io.sluice.transport.Transports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Serves sessions: what {@code mover serve} runs. Thread-safe. {@link #close} takes no new sessions
 * and ends those that run, whose journals stay.
 */
public final class MoverServer implements AutoCloseable {
  /** Where a daemon listens unless told otherwise. */
  public static final int PORT = 7420;

  private final Server server;
  private final FileStore files;

  private MoverServer(Server server, FileStore files) {
    this.server = server;
    this.files = files;
  }

  /** A builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** The addresses it listens on. */
  public List<InetSocketAddress> addresses() {
    return server.addresses();
  }

  /** Takes no new sessions and waits for those that run; what is left by then is ended. */
  public void drain(Duration atMost) {
    try {
      server.drain(atMost.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Completes when the first session has come and gone. */
  public java.util.concurrent.CompletionStage<Void> firstSession() {
    return server.firstSession();
  }

  @Override
  public void close() {
    server.close();
    if (files != null) {
      files.close();
    }
  }

  /** Settings of a server. */
  public static final class Builder {
    private Options options = Options.defaults();
    private final List<InetSocketAddress> listen = new ArrayList<>();
    private final List<BytePath> roots = new ArrayList<>();
    private Store store;
    private Token token;
    private Authoriser authoriser = Authoriser.ALL;
    private boolean readOnly;
    private boolean insecure;
    private MeterRegistry meters;

    private Builder() {}

    /** Transport, tuning and durability; what only a client can say is ignored. */
    public Builder options(Options value) {
      options = value;
      return this;
    }

    /** Listens on this address too; loopback and {@link #PORT} where none is given. */
    public Builder listen(InetSocketAddress value) {
      listen.add(value);
      return this;
    }

    /** Exports this folder too. */
    public Builder root(BytePath value) {
      roots.add(value);
      return this;
    }

    /** Serves this store in place of the file system. */
    public Builder store(Store value) {
      store = value;
      return this;
    }

    /** The token that clients must prove. Required. */
    public Builder token(Token value) {
      token = value;
      return this;
    }

    /** Decides each session. */
    public Builder authoriser(Authoriser value) {
      authoriser = value;
      return this;
    }

    /** Refuses to write. */
    public Builder readOnly(boolean value) {
      readOnly = value;
      return this;
    }

    /** Accepts connections that arrive on public addresses too. */
    public Builder insecure(boolean value) {
      insecure = value;
      return this;
    }

    /** Where its meters are registered; none by default. */
    public Builder meters(MeterRegistry value) {
      meters = value;
      return this;
    }

    /**
     * Binds and serves.
     *
     * @throws IOException where an address can't be bound or a root can't be opened
     */
    public MoverServer start() throws IOException {
      if (token == null) {
        throw new IllegalStateException("a server needs a token");
      }
      Choice choice =
          "auto".equals(options.transport())
              ? Transports.best()
              : Transports.choose(options.transport(), "it was asked for");
      FileStore files = store == null ? FileStore.exporting(roots, readOnly) : null;
      List<InetSocketAddress> addresses =
          listen.isEmpty()
              ? List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT))
              : listen;
      Server.Settings settings =
          new Server.Settings(
              choice.transport(),
              options.tuning(),
              token,
              files == null ? store : files,
              readOnly,
              insecure,
              authoriser,
              meters);
      try {
        return new MoverServer(new Server(settings, addresses), files);
      } catch (IOException e) {
        if (files != null) {
          files.close();
        }
        throw e;
      }
    }
  }
}
