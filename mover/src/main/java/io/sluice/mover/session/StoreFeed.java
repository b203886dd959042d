package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import io.sluice.mover.Source;
import io.sluice.mover.Store;
import java.io.IOException;
import java.util.List;

/** Feeds files of a store by their paths. */
record StoreFeed(Store store, List<BytePath> paths) implements Feed {
  @Override
  public int count() {
    return paths.size();
  }

  @Override
  public Source open(int index) throws IOException {
    return store.source(paths.get(index));
  }

  @Override
  public BytePath path(int index) {
    return paths.get(index);
  }

  @Override
  public BytePath name(int index) {
    return paths.get(index).name();
  }
}
