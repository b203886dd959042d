package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Folds warnings that repeat: the first path, and how many more there were. Thread-safe. */
final class Remarks {
  private static final int MOST = 200;

  private final Map<String, Seen> seen = new LinkedHashMap<>();

  private static final class Seen {
    private final BytePath first;
    private long more;

    Seen(BytePath first) {
      this.first = first;
    }
  }

  synchronized void add(BytePath path, List<String> warnings) {
    for (String warning : warnings) {
      Seen before = seen.get(warning);
      if (before != null) {
        before.more++;
      } else if (seen.size() < MOST) {
        seen.put(warning, new Seen(path));
      }
    }
  }

  synchronized List<String> all() {
    List<String> all = new ArrayList<>();
    seen.forEach(
        (warning, one) ->
            all.add(
                one.first
                    + ": "
                    + warning
                    + (one.more == 0 ? "" : " (and " + one.more + " more)")));
    return all;
  }
}
