package io.sluice.transport.ucx;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.util.ArrayList;
import java.util.List;

/**
 * The I/O of an event loop that carries UCX channels: epoll's handler for sockets, timers and
 * wake-ups, and at most one {@link UcxWorker} for each kind of lane, made on the loop's thread when
 * the first channel needs it and progressed by every turn of the loop.
 *
 * <p>A turn that finds nothing to do polls for a while (see {@link Spin}), then arms the workers'
 * event descriptors, which are registered with epoll, and blocks there.
 */
public final class UcxIoHandler implements IoHandler {
  /** Turns with UCX work between two looks at the sockets: a look is a system call. */
  private static final int TURNS_PER_POLL = 8;

  /** Polls of the workers between two looks at the sockets while spinning. */
  private static final int SPINS_PER_POLL = 64;

  private final ThreadAwareExecutor executor;
  private final IoHandler epoll;
  private final Spin spin;
  private final List<UcxWorker> workers = new ArrayList<>(2);
  private final Counters counters = new Counters();
  private final Polling polling = new Polling();
  private int turns;

  private UcxIoHandler(ThreadAwareExecutor executor, IoHandler epoll, Spin spin) {
    this.executor = executor;
    this.epoll = epoll;
    this.spin = spin;
  }

  /**
   * Makes handlers for {@link io.netty.channel.MultiThreadIoEventLoopGroup}. How they wait is set
   * by the system property {@code io.sluice.transport.ucx.spin}: {@code adaptive}, {@code always}
   * (one processor for each loop, for the lowest latency) or {@code never}.
   */
  public static IoHandlerFactory newFactory() {
    return newFactory(Spin.Mode.configured());
  }

  static IoHandlerFactory newFactory(Spin.Mode mode) {
    IoHandlerFactory epoll = EpollIoHandler.newFactory();
    // Not a lambda: the default isChangingThreadSupported() is false, and a worker needs that.
    return executor -> new UcxIoHandler(executor, epoll.newHandler(executor), new Spin(mode));
  }

  @Override
  public void initialize() {
    epoll.initialize();
  }

  @Override
  public int run(IoHandlerContext context) {
    if (workers.isEmpty()) {
      return epoll.run(context);
    }
    int handled = progress();
    if (handled > 0 || !context.canBlock()) {
      if (handled == 0 || ++turns >= TURNS_PER_POLL) {
        turns = 0;
        handled += pollSockets(context);
      }
      return handled;
    }
    handled = spin(context);
    if (handled != 0 || !context.canBlock()) {
      return Math.max(handled, 0);
    }
    // The first try after a wake-up is busy with that one.
    if (!arm()) {
      handled = progress();
      if (handled > 0) {
        return handled;
      }
      if (!arm()) {
        // A peer that stands still, or was killed within a frame, leaves UCX busy with nothing to
        // handle. The sockets are looked at all the same: what ends it comes from them.
        return pollSockets(context);
      }
    }
    long before = System.nanoTime();
    handled = epoll.run(context);
    int frames = progress();
    if (frames > 0) {
      spin.blocked(System.nanoTime() - before);
    }
    return handled + frames;
  }

  /**
   * Polls until there is work or the budget is used up. Returns what was handled, -1 for a task.
   */
  private int spin(IoHandlerContext context) {
    long start = System.nanoTime();
    long budget = spin.budget(start);
    if (budget == 0) {
      return 0;
    }
    counters.add(Counter.SPINS, 1);
    long before = start;
    for (int turn = 1; ; turn++) {
      int handled = progress();
      if (handled > 0) {
        spin.found();
        return handled;
      }
      if (!context.canBlock()) {
        return -1;
      }
      if (turn % SPINS_PER_POLL == 0) {
        handled = pollSockets(context);
        if (handled > 0) {
          return handled;
        }
      }
      long now = System.nanoTime();
      if (now - start >= budget) {
        spin.wasted();
        return 0;
      }
      if (spin.preempted(before, now)) {
        return 0;
      }
      before = now;
      Thread.onSpinWait();
    }
  }

  private int pollSockets(IoHandlerContext context) {
    polling.context = context;
    return epoll.run(polling);
  }

  private int progress() {
    int handled = 0;
    for (int i = 0; i < workers.size(); i++) {
      UcxWorker worker = workers.get(i);
      handled += worker.progress();
      if (worker.isDrained()) {
        workers.remove(i--);
        worker.close();
      }
    }
    return handled;
  }

  private boolean arm() {
    for (int i = 0; i < workers.size(); i++) {
      if (!workers.get(i).arm()) {
        return false;
      }
    }
    counters.add(Counter.ARMS, 1);
    return true;
  }

  /** The worker for channels on this kind of lane, made where there is none yet. */
  UcxWorker worker(Lane lane) throws Exception {
    for (UcxWorker worker : workers) {
      if (worker.lane() == lane && !worker.isSuspect()) {
        return worker;
      }
    }
    UcxWorker worker = new UcxWorker(this, lane);
    worker.open();
    workers.add(worker);
    return worker;
  }

  Counters counters() {
    return counters;
  }

  IoRegistration registerDescriptor(io.netty.channel.epoll.EpollIoHandle handle) throws Exception {
    return epoll.register(handle);
  }

  @Override
  public IoRegistration register(IoHandle handle) throws Exception {
    IoRegistration registration = epoll.register(handle);
    if (handle instanceof UcxIoHandle ucx) {
      ucx.attached(this);
    }
    return registration;
  }

  @Override
  public void prepareToDestroy() {
    epoll.prepareToDestroy();
    // A channel whose TCP connection has ended is no longer in epoll.
    for (UcxWorker worker : workers) {
      worker.closeChannels();
    }
  }

  @Override
  public void destroy() {
    for (UcxWorker worker : workers) {
      worker.finish();
      worker.close();
    }
    workers.clear();
    counters.retire();
    epoll.destroy();
  }

  @Override
  public void wakeup() {
    // While this loop polls it sees tasks by itself, and epoll's handler knows that it does not
    // block: this costs a system call only where it does.
    epoll.wakeup();
  }

  @Override
  public boolean isCompatible(Class<? extends IoHandle> handleType) {
    return epoll.isCompatible(handleType);
  }

  boolean isLoopThread() {
    return executor.isExecutorThread(Thread.currentThread());
  }

  /** The loop's own context, except that epoll must not block. */
  private static final class Polling implements IoHandlerContext {
    private IoHandlerContext context;

    @Override
    public boolean canBlock() {
      return false;
    }

    @Override
    public long delayNanos(long currentTimeNanos) {
      return context.delayNanos(currentTimeNanos);
    }

    @Override
    public long deadlineNanos() {
      return context.deadlineNanos();
    }

    @Override
    public void reportActiveIoTime(long activeNanos) {
      context.reportActiveIoTime(activeNanos);
    }

    @Override
    public boolean shouldReportActiveIoTime() {
      return context.shouldReportActiveIoTime();
    }
  }
}
