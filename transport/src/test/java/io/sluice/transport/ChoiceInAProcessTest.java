package io.sluice.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What only a process of its own can show: its environment and its class path. */
class ChoiceInAProcessTest {
  @Test
  void theEnvironmentForcesATransport() throws Exception {
    assertThat(run(jar -> true, Map.of("SLUICE_TRANSPORT", "nio")))
        .contains("nio, because the environment variable SLUICE_TRANSPORT says so");
  }

  @Test
  void thePropertyWinsOverTheEnvironment() throws Exception {
    assertThat(
            run(jar -> true, Map.of("SLUICE_TRANSPORT", "epoll"), "-Dio.sluice.transport=io_uring"))
        .contains("io_uring, because the system property io.sluice.transport says so");
  }

  @Test
  void withoutItsNativesEpollIsPassedOverForNio() throws Exception {
    assertThat(run(jar -> !jar.contains("netty-transport-native-epoll"), Map.of()))
        .anyMatch(
            line -> line.startsWith("nio, because ") && line.contains("epoll is not available: "));
  }

  @Test
  void aTransportWhoseClassesAreMissingDoesNotStopTheOthers() throws Exception {
    assertThat(run(jar -> !jar.contains("io_uring"), Map.of()))
        .anyMatch(line -> line.startsWith("epoll, because "));
  }

  @Test
  void worksWithoutMicrometer() throws Exception {
    assertThat(run(jar -> !jar.contains("micrometer"), Map.of()))
        .anyMatch(line -> line.startsWith("epoll, because "));
  }

  @Test
  void aChoiceIsLoggedOnce() throws Exception {
    assertThat(run(jar -> true, Map.of("SLUICE_TRANSPORT", "nio")))
        .filteredOn(line -> line.contains("Transport: nio, because"))
        .hasSize(1);
  }

  private static List<String> run(
      Predicate<String> keep, Map<String, String> environment, String... options)
      throws IOException, InterruptedException {
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            // Else SLF4J would take the log, which has no provider here.
            .filter(jar -> !jar.contains("slf4j"))
            .filter(keep)
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", classPath));
    command.addAll(List.of(options));
    command.add(ChoosesTwice.class.getName());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("JAVA_TOOL"));
    builder.environment().remove("SLUICE_TRANSPORT");
    builder.environment().putAll(environment);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out.lines().toList();
  }

  /** The program that runs there. */
  static final class ChoosesTwice {
    private ChoosesTwice() {}

    public static void main(String[] arguments) {
      Transports.best();
      System.out.println(Transports.best());
    }
  }
}
