package io.sluice.mover.session;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The files of packs that failed lately, so that a pack which comes again, because the stream broke
 * that should have carried its answer, is answered as it was. Thread-safe.
 */
final class RecentFailures {
  /** More files than all packs have that a sender has under way. */
  private static final int MOST = 32 * Packer.FILES;

  private final Map<Long, Boolean> references =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
          return size() > MOST;
        }
      };

  synchronized void add(long reference) {
    references.put(reference, true);
  }

  synchronized boolean has(long reference) {
    return references.containsKey(reference);
  }
}
