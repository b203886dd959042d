// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks.ucx;

import io.sluice.transport.Transports;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A process of the benchmark: {@code Peer raw spin|wait}, or {@code Peer} and a transport's name.
 */
final class Peer {
  private Peer() {}

  public static void main(String[] args) throws Exception {
    // Whatever a library prints must not come between the answers.
    PrintStream answers = System.out;
    System.setOut(System.err);
    Side side =
        args[0].equals("raw")
            ? new RawSide(args[1].equals("spin"))
            : new NettySide(Transports.choose(args[0], "it is a contestant").transport());
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      String[] words = line.split(" ");
      answers.println(
          switch (words[0]) {
            case "open" -> String.valueOf(side.open());
            case "close" -> String.valueOf(side.close());
            case "run" -> side.run(Integer.parseInt(words[1]), Turn.parse(words, 2)).line();
            default -> throw new IOException("no such command: " + line);
          });
      answers.flush();
    }
    System.exit(0);
  }
}
