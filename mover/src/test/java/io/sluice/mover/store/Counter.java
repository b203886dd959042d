package io.sluice.mover.store;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts what a walk tells. */
class Counter implements Visitor {
  final AtomicInteger entries = new AtomicInteger();
  final List<StoreException> failures = new CopyOnWriteArrayList<>();
  final AtomicInteger left = new AtomicInteger();
  final AtomicInteger deepest = new AtomicInteger();

  @Override
  public boolean entry(Folder in, Entry entry) throws IOException {
    entries.incrementAndGet();
    deepest.accumulateAndGet(in.depth(), Math::max);
    return true;
  }

  @Override
  public void leave(Folder folder, Entry entry, boolean complete) throws IOException {
    left.incrementAndGet();
  }

  @Override
  public void failed(Folder in, BytePath name, StoreException cause) {
    failures.add(cause);
  }
}
