// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The bare C loop: the least work that moves a file over TCP. No checksum, no resume, no name. */
final class WireLimit implements Tool {
  static final String NAME = "C loop";
  private static final int PORT = 7501;
  private static final int BUFFER_KIB = 256;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Need> needs() {
    return List.of(new Need("cc", "gcc"));
  }

  @Override
  public Opened open(Lab lab, Meter meter, Network network, Workload files) {
    String program = lab.build("wirelimit").toString();
    List<Contestant> contestants = new ArrayList<>();
    for (String method : List.of("copy", "sendfile")) {
      for (int streams : List.of(4, 1)) {
        Contestant.Copier copier =
            file -> {
              Meter.Running receiver =
                  meter.start(
                      network.server(),
                      command(program, "recv", network, files.copy(file), streams, "pwrite"));
              if (!Ports.awaitListening(receiver.pid(), PORT, receiver::isAlive)) {
                receiver.kill();
                throw new BenchmarkException("wirelimit does not listen");
              }
              Usage sent =
                  meter.run(
                      network.client(),
                      command(program, "send", network, files.source(file), streams, method));
              return sent.plusCpu(receiver.await().cpuSeconds());
            };
        contestants.add(
            new Contestant(
                NAME,
                method + ", " + (streams == 1 ? "1 stream" : streams + " streams"),
                true,
                copier));
      }
    }
    return new Opened(contestants, null);
  }

  private static List<String> command(
      String program, String role, Network network, Path file, int streams, String method) {
    return List.of(
        program,
        role,
        network.server().address(),
        Integer.toString(PORT),
        file.toString(),
        Integer.toString(streams),
        method,
        Integer.toString(BUFFER_KIB));
  }
}
