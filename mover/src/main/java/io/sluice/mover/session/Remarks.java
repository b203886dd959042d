package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Folds warnings that repeat: the first path, and how many more there were. Thread-safe. */
final class Remarks {
  private static final int MOST = 200;

  /** Characters of a remark: a path may be longer than people can read. */
  private static final int MOST_CHARACTERS = 1_000;

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

  /** Of a name in a folder, or of the folder itself where the name is {@code null}. */
  void add(ReplicaFolder folder, BytePath name, List<String> warnings) {
    if (!warnings.isEmpty()) {
      add(folder.path(name), warnings);
    }
  }

  /** Without what is in the middle, where it is long. */
  private static String cut(String text) {
    int half = MOST_CHARACTERS / 4;
    return text.length() <= 2 * half
        ? text
        : text.substring(0, half) + " … " + text.substring(text.length() - half);
  }

  synchronized List<String> all() {
    List<String> all = new ArrayList<>();
    seen.forEach(
        (warning, one) ->
            all.add(
                cut(one.first.toString())
                    + ": "
                    + cut(warning)
                    + (one.more == 0 ? "" : " (and " + one.more + " more)")));
    return all;
  }
}
