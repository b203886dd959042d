package io.sluice.mover.ssh;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * What ssh and the other host print on standard error. Lines are held back at first: where the
 * start fails at once they are its reason and belong into the error. Thread-safe.
 */
final class RemoteMessages {
  private static final int MOST_LINES = 20;
  private static final int MOST_CHARACTERS = 500;

  private final Consumer<String> user;
  private final Deque<String> last = new ArrayDeque<>();
  private int held;
  private boolean passing;

  RemoteMessages(Consumer<String> user) {
    this.user = user;
  }

  /** Reads until the stream ends. */
  void readAll(InputStream from) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
      reader.lines().forEach(this::add);
    } catch (IOException | UncheckedIOException e) {
      // The process has ended: what it said until then is all there is.
      passOn();
    }
  }

  private synchronized void add(String line) {
    String text = clean(line);
    if (text.isEmpty()) {
      return;
    }
    if (passing) {
      user.accept(text);
    } else {
      held++;
    }
    last.addLast(text);
    if (last.size() > MOST_LINES) {
      last.removeFirst();
      held = Math.min(held, MOST_LINES);
    }
  }

  /** The other host must not be able to drive the terminal. */
  private static String clean(String line) {
    String text = line.length() > MOST_CHARACTERS ? line.substring(0, MOST_CHARACTERS) : line;
    return text.strip().replaceAll("\\p{Cntrl}", "?");
  }

  /** Gives the user what was held back, and from now on every line as it comes. */
  synchronized void passOn() {
    if (!passing) {
      passing = true;
      new ArrayList<>(last).subList(last.size() - held, last.size()).forEach(user);
      held = 0;
    }
  }

  /** The last lines, at most {@code number}, oldest first. */
  synchronized List<String> last(int number) {
    List<String> all = new ArrayList<>(last);
    return List.copyOf(all.subList(Math.max(0, all.size() - number), all.size()));
  }
}
