package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import io.sluice.mover.Source;
import io.sluice.mover.StoreException;
import io.sluice.mover.store.Tree;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Feeds the wanted files of a tree that go by extents, as the receiver asks for them. */
final class BigFiles implements Feed {
  private static final int ENOENT = 2;

  private final Tree tree;
  private final Map<Integer, TreeItem> items = new ConcurrentHashMap<>();
  private volatile int count;

  BigFiles(Tree tree) {
    this.tree = tree;
  }

  /** One more; one thread at a time. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  void add(TreeItem item) {
    items.put(count, item);
    count++;
  }

  /** One is done. */
  TreeItem remove(int index) {
    return items.remove(index);
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public boolean mayGrow() {
    return true;
  }

  @Override
  public long reference(int index) {
    return item(index).reference;
  }

  @Override
  public Source open(int index) throws IOException {
    TreeItem item = item(index);
    try {
      return tree.source(item.folder, item.name);
    } catch (StoreException e) {
      if (e.errno() == ENOENT) {
        throw new StoreException(item.shown(), StoreException.ESTALE, "vanished");
      }
      throw e;
    }
  }

  @Override
  public BytePath path(int index) {
    return item(index).shown();
  }

  @Override
  public BytePath name(int index) {
    return item(index).name;
  }

  private TreeItem item(int index) {
    TreeItem item = items.get(index);
    if (item == null) {
      throw new IllegalStateException("file " + index + " is not under way");
    }
    return item;
  }
}
