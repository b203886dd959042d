package io.sluice.mover;

import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.mover.session.Client;
import io.sluice.mover.session.CopyTransfer;
import io.sluice.mover.session.Reach;
import io.sluice.mover.ssh.HostReach;
import io.sluice.mover.ssh.SshCommand;
import io.sluice.mover.store.FileStore;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Moves files and other sources to places. One mover serves many transfers; it owns the event loops
 * that they share. Thread-safe. {@link #close} cancels what still runs and waits for it.
 */
public final class Mover implements AutoCloseable {
  private final Client client;

  private Mover(Client client) {
    this.client = client;
  }

  /** A builder with the command's defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Starts a copy with the rules of {@code cp}: an existing folder as destination means into it.
   * Returns at once; whatever goes wrong is in the report.
   */
  public Transfer copy(List<Place> sources, Place destination, CopyOptions options) {
    return client.copy(new CopyTransfer.Work(List.copyOf(sources), null, destination, options));
  }

  /** Starts a copy of something that is no file to the place, which is its final name. */
  public Transfer copy(Source source, Place destination, CopyOptions options) {
    Place named = Place.local(destination.path());
    return client.copy(new CopyTransfer.Work(List.of(named), source, destination, options));
  }

  /**
   * Starts to make {@code destination} hold what {@code source}, a folder, holds. Returns at once;
   * whatever goes wrong is in the report, and one bad entry never stops the rest. Interrupted and
   * started again, it sends nothing again that is complete.
   *
   * @param listener hears of each entry, or {@link SyncListener#NONE}
   */
  public Transfer sync(
      Place source, Place destination, SyncOptions options, SyncListener listener) {
    return copyTrees(List.of(source), destination, options, listener);
  }

  /**
   * Starts a sync that goes on: first all of {@code source}, a folder of this host, then what
   * changes in it, in batches, each soon after its first change. A batch is a session of its own;
   * where the server does not answer, it is waited for as long as {@link Options#retryFor} says.
   * What can't be carried is in the batch's report, and is tried again.
   *
   * @param batches hears of each batch, on one thread, which waits for it
   */
  public Watch watch(
      Place source,
      Place destination,
      SyncOptions options,
      SyncListener listener,
      Consumer<Report> batches) {
    return client.watch(source, destination, options, listener, batches);
  }

  /** Starts to copy folders, one after the other: see {@link #sync}. */
  public Transfer copyTrees(
      List<Place> sources, Place destination, SyncOptions options, SyncListener listener) {
    CopyOptions copy = new CopyOptions(options.noClobber(), options.update(), options.makePath());
    return client.copy(
        new CopyTransfer.Work(
            List.copyOf(sources),
            null,
            destination,
            copy,
            new CopyTransfer.TreeWork(options, listener)));
  }

  @Override
  public void close() {
    client.close();
  }

  /** Settings of a mover. */
  public static final class Builder {
    private Options options = Options.defaults();
    private int port = MoverServer.PORT;
    private Function<Place, Token> tokens = place -> null;
    private MeterRegistry meters;
    private String rsh = "";
    private String remoteMover = SshCommand.REMOTE_MOVER;
    private Consumer<String> messages = line -> {};

    private Builder() {}

    /** How it moves. */
    public Builder options(Options value) {
      options = value;
      return this;
    }

    /** Port of daemons whose place names none. */
    public Builder port(int value) {
      port = value;
      return this;
    }

    /** One token for every host. */
    public Builder token(Token value) {
      tokens = place -> value;
      return this;
    }

    /**
     * Finds the token for a place; {@code null} means that there is none, and ssh is used. It may
     * throw an {@link IllegalArgumentException}, whose message becomes a failure of usage.
     */
    public Builder tokens(Function<Place, Token> value) {
      tokens = value;
      return this;
    }

    /** Where its meters are registered; none by default. */
    public Builder meters(MeterRegistry value) {
      meters = value;
      return this;
    }

    /** Goes by this command in place of ssh, always; words are separated by spaces. */
    public Builder rsh(String value) {
      rsh = value;
      return this;
    }

    /**
     * What ssh starts on the other host, as that host's shell reads it; {@code mover} by default.
     */
    public Builder remoteMover(String value) {
      remoteMover = value;
      return this;
    }

    /**
     * Gets, line by line, what ssh and the other host say on standard error while a server there
     * starts and runs. Called on a thread of its own.
     */
    public Builder messages(Consumer<String> value) {
      messages = value;
      return this;
    }

    /** Makes the mover. */
    public Mover build() {
      Reach reach = new HostReach(port, tokens, rsh, remoteMover, messages);
      return new Mover(new Client(options, FileStore.local(), reach, meters));
    }
  }
}
