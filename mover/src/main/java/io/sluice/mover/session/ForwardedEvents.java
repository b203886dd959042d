package io.sluice.mover.session;

import io.sluice.mover.wire.Spent;
import io.sluice.mover.wire.Trouble;

/** Hands on what concerns a session as a whole. */
class ForwardedEvents implements Events {
  private final Events to;

  ForwardedEvents(Events to) {
    this.to = to;
  }

  @Override
  public void trouble(Trouble trouble) {
    to.trouble(trouble);
  }

  @Override
  public void expects(int index, long bytes) {
    to.expects(index, bytes);
  }

  @Override
  public void arrived(int stream, long bytes, long resumed) {
    to.arrived(stream, bytes, resumed);
  }

  @Override
  public void partial(long change) {
    to.partial(change);
  }

  @Override
  public void lost(long bytes, long resumed) {
    to.lost(bytes, resumed);
  }

  @Override
  public void corrupt() {
    to.corrupt();
  }

  @Override
  public void streams(int change) {
    to.streams(change);
  }

  @Override
  public void stalled(String text) {
    to.stalled(text);
  }

  @Override
  public void ended(Spent here, Spent there) {
    to.ended(here, there);
  }
}
