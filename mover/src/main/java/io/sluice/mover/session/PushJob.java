package io.sluice.mover.session;

import io.netty.channel.Channel;
import io.sluice.mover.BytePath;
import io.sluice.mover.CopyOptions;
import io.sluice.mover.Options;
import io.sluice.mover.wire.Hello;
import io.sluice.mover.wire.Open;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Sends what a feed has to a path of the server. */
final class PushJob implements ClientSession.Job {
  private final Feed feed;
  private final BytePath into;
  private final Options options;
  private final CopyOptions copy;
  private final boolean again;
  private final IntConsumer settled;
  private Sender sender;

  PushJob(
      Feed feed,
      BytePath into,
      Options options,
      CopyOptions copy,
      boolean again,
      IntConsumer settled) {
    this.feed = feed;
    this.into = into;
    this.options = options;
    this.copy = copy;
    this.again = again;
    this.settled = settled;
  }

  @Override
  public Open open() {
    List<BytePath> names = IntStream.range(0, feed.count()).mapToObj(feed::name).toList();
    return Jobs.open(true, options, copy, again, into, names);
  }

  @Override
  public Role role(
      Control control, Hello server, Events events, ThreadPoolExecutor workers, Channel channel) {
    boolean zeroCopy =
        switch (options.zeroCopy()) {
          case ON -> true;
          case OFF -> false;
          case AUTO -> Loops.zeroCopyPays(channel);
        };
    SendSettings settings =
        new SendSettings(options.extent(), options.limit(), zeroCopy, options.timeout().toNanos());
    sender = new Sender(control, feed, settings, events, workers);
    return sender;
  }

  @Override
  public void begin() {
    sender.start();
  }

  @Override
  public void done(int index, boolean complete, boolean skipped) {
    settled.accept(index);
  }

  @Override
  public boolean sends() {
    return true;
  }
}
