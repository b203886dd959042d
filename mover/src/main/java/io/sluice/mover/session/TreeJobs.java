package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.mover.BytePath;
import io.sluice.mover.CopyOptions;
import io.sluice.mover.Options;
import io.sluice.mover.SyncListener;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.store.Tree;
import io.sluice.mover.wire.Hello;
import io.sluice.mover.wire.Open;
import io.sluice.mover.wire.TreeWishes;
import io.sluice.mover.wire.Type;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;

/** Jobs that move a tree, on the client's side. */
final class TreeJobs {
  private TreeJobs() {}

  /** What both directions have in common. */
  private abstract static class TreeJob implements ClientSession.Job {
    final Options options;
    final SyncOptions sync;
    final SyncListener listener;
    private final Runnable done;

    TreeJob(Options options, SyncOptions sync, SyncListener listener, Runnable done) {
      this.options = options;
      this.sync = sync;
      this.listener = listener;
      this.done = done;
    }

    Open open(boolean push, BytePath into, BytePath source) {
      CopyOptions copy = new CopyOptions(sync.noClobber(), sync.update(), sync.makePath());
      return Jobs.open(push, options, copy, false, into, List.of(source));
    }

    @Override
    public int openType() {
      return Type.OPEN_TREE;
    }

    @Override
    public void writeOpen(ByteBuf out) {
      open().write(out);
      new TreeWishes(sync, itemises()).write(out);
    }

    boolean itemises() {
      return listener != SyncListener.NONE;
    }

    @Override
    public SyncListener listener() {
      return listener;
    }

    @Override
    public void done(int index, boolean complete, boolean skipped) {
      // A tree is done when the session ends.
    }

    @Override
    public void ended() {
      done.run();
    }
  }

  /** Sends a tree, which it closes at its end. */
  static final class Push extends TreeJob {
    private final Tree tree;
    private final TreeScope scope;
    private final BytePath into;
    private final BytePath name;
    private TreeSender sender;

    Push(
        Tree tree,
        TreeScope scope,
        BytePath name,
        BytePath into,
        Options options,
        SyncOptions sync,
        SyncListener listener,
        Runnable done) {
      super(options, sync, listener, done);
      this.tree = tree;
      this.scope = scope;
      this.name = name;
      this.into = into;
    }

    @Override
    public Open open() {
      return open(true, into, name);
    }

    @Override
    public Role role(
        Control control, Hello server, Events events, ThreadPoolExecutor workers, Channel channel) {
      SendSettings settings =
          new SendSettings(options.extent(), options.limit(), false, options.timeout().toNanos());
      sender = new TreeSender(control, tree, scope, sync, settings, events, workers);
      return sender;
    }

    @Override
    public void begin() {
      sender.start();
    }

    @Override
    public boolean sends() {
      return true;
    }
  }

  /** Fetches a tree. */
  static final class Pull extends TreeJob {
    private final BytePath source;
    private final TreeDestination destination;

    Pull(
        BytePath source,
        TreeDestination destination,
        Options options,
        SyncOptions sync,
        SyncListener listener,
        Runnable done) {
      super(options, sync, listener, done);
      this.source = source;
      this.destination = destination;
    }

    @Override
    public Open open() {
      return open(false, BytePath.of(""), source);
    }

    @Override
    public Role role(
        Control control, Hello server, Events events, ThreadPoolExecutor workers, Channel channel) {
      ReplicaWork work = new ReplicaWork(destination, new TreeSettings(sync, itemises()));
      return new TreeReceiver(control, work, settings(), events, workers);
    }

    private ReceiveSettings settings() {
      return new ReceiveSettings(
          options.extent(),
          options.durable(),
          false,
          false,
          false,
          false,
          options.timeout().toNanos());
    }

    @Override
    public void begin() {
      // The server begins.
    }

    @Override
    public boolean sends() {
      return false;
    }
  }
}
