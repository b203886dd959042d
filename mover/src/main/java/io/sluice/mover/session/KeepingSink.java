package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.Sink;
import io.sluice.mover.Store.SinkOptions.Older;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A sink whose target gives way in another manner: something comes just before its completion. */
final class KeepingSink implements Sink {
  private final Sink sink;
  private final Before before;

  /** What comes before the completion. */
  interface Before {
    void run() throws IOException;
  }

  KeepingSink(Sink sink, Before before) {
    this.sink = sink;
    this.before = before;
  }

  @Override
  public List<Range> landed() {
    return sink.landed();
  }

  @Override
  public long base() {
    return sink.base();
  }

  @Override
  public Older older() {
    return sink.older();
  }

  @Override
  public int readBase(ByteBuffer into, long position) throws IOException {
    return sink.readBase(into, position);
  }

  @Override
  public void keep(ByteBuffer bytes, long position) throws IOException {
    sink.keep(bytes, position);
  }

  @Override
  public void same(long offset, long length) {
    sink.same(offset, length);
  }

  @Override
  public boolean startedOver() {
    return sink.startedOver();
  }

  @Override
  public void expect(long offset, long length) throws IOException {
    sink.expect(offset, length);
  }

  @Override
  public void write(ByteBuffer from, long position) throws IOException {
    sink.write(from, position);
  }

  @Override
  public int read(ByteBuffer into, long position) throws IOException {
    return sink.read(into, position);
  }

  @Override
  public void landed(long offset, long length) throws IOException {
    sink.landed(offset, length);
  }

  @Override
  public List<String> complete(Attributes attributes, boolean durable) throws IOException {
    before.run();
    return sink.complete(attributes, durable);
  }

  @Override
  public void discard() throws IOException {
    sink.discard();
  }

  @Override
  public void close() throws IOException {
    sink.close();
  }
}
