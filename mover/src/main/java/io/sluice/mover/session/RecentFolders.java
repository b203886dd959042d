package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import io.sluice.mover.store.Folder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Folders of one tree that were needed lately, by their paths from its root. Thread-safe. */
final class RecentFolders {
  private static final int MOST = 256;

  private final Map<BytePath, Folder> byPath =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<BytePath, Folder> eldest) {
          return size() > MOST;
        }
      };

  /** The folder that was put, or {@code null}. */
  synchronized Folder get(BytePath path) {
    return byPath.get(path);
  }

  synchronized void put(BytePath path, Folder folder) {
    byPath.put(path, folder);
  }

  /** The folder at a path below the root; it is not looked at. */
  Folder below(Folder root, BytePath path) throws StoreException {
    Folder folder = get(path);
    if (folder != null) {
      return folder;
    }
    folder = root;
    int start = 0;
    byte[] bytes = path.bytes();
    for (int at = 0; at <= bytes.length; at++) {
      if (at == bytes.length || bytes[at] == '/') {
        if (at > start) {
          folder = folder.child(BytePath.of(Arrays.copyOfRange(bytes, start, at)));
        }
        start = at + 1;
      }
    }
    put(path, folder);
    return folder;
  }
}
