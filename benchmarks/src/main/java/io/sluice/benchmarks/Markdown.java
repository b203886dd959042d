// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/** The report under construction. */
final class Markdown {
  private final StringBuilder text = new StringBuilder();

  Markdown heading(int level, String title) {
    text.append("#".repeat(level)).append(' ').append(title).append("\n\n");
    return this;
  }

  Markdown paragraph(String sentence) {
    text.append(sentence).append("\n\n");
    return this;
  }

  Markdown items(List<String> items) {
    items.forEach(item -> text.append("- ").append(item).append('\n'));
    text.append('\n');
    return this;
  }

  /** A table whose first column is text and whose others are figures. */
  Markdown table(List<String> head, List<List<String>> rows) {
    row(head);
    text.append("| --- ")
        .append(String.join("", Collections.nCopies(head.size() - 1, "| ---: ")))
        .append("|\n");
    rows.forEach(this::row);
    text.append('\n');
    return this;
  }

  private void row(List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  /**
   * Puts the report into a file, in place of what an earlier run of the same section left there.
   *
   * @param section its name, which marks its begin and end in the file
   */
  void write(Path file, String section) throws IOException {
    String begin = "<!-- begin: bin/bench " + section + " -->\n";
    String end = "<!-- end: bin/bench " + section + " -->\n";
    String old = Files.exists(file) ? Files.readString(file) : "";
    int from = old.indexOf(begin);
    int to = old.indexOf(end);
    String fresh = begin + text + end;
    String all =
        from >= 0 && to > from
            ? old.substring(0, from) + fresh + old.substring(to + end.length())
            : old + (old.isEmpty() || old.endsWith("\n") ? "" : "\n") + fresh;
    Files.writeString(file, all, StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
