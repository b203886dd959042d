package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A project outside the build, made with Maven against the artifacts in a repository. Its local
 * repository is its own, so that nothing of a build under test stays in the user's; what that has
 * already is taken from there.
 */
final class Consumer {
  private static final String VERSION = "0.1.0";

  private final Path project;
  private final String classPath;

  private Consumer(Path project, String classPath) {
    this.project = project;
    this.classPath = classPath;
  }

  /** Builds the project {@code name} of {@code src/it}. */
  static Consumer of(String name, Checkout checkout, Path base) throws Exception {
    Path repository = Files.createDirectories(base.resolve("repository"));
    publish(repository, "sluice", checkout.path("pom.xml"), null);
    for (String module : List.of("transport", "mover")) {
      Path pom = checkout.path(module + "/pom.xml");
      publish(repository, "sluice-" + module, pom, checkout.jar(module));
    }
    Path project = base.resolve(name);
    Forked.Result copied =
        Forked.java()
            .script(
                "cp -r '" + Checkout.root().resolve("mover/src/it/" + name) + "' '" + base + "'");
    assertThat(copied.status()).isZero();
    Path settings = Files.writeString(base.resolve("settings.xml"), settings(repository, base));
    Path list = project.resolve("classpath");
    Forked.Result built =
        Forked.java()
            .in(project)
            .script(
                "mvn -B -q -s '"
                    + settings
                    + "' -Dsluice.version="
                    + VERSION
                    + " package org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath"
                    + " -Dmdep.outputFile='"
                    + list
                    + "'");
    assertThat(built.status()).as("%s%s", built.out(), built.err()).isZero();
    return new Consumer(project, Files.readString(list));
  }

  private static void publish(Path repository, String artifact, Path pom, Path jar)
      throws Exception {
    Path folder =
        Files.createDirectories(repository.resolve("io/sluice/" + artifact + "/" + VERSION));
    Path name = folder.resolve(artifact + "-" + VERSION + ".pom");
    if (!Files.exists(name)) {
      Files.copy(pom, name);
      if (jar != null) {
        Files.copy(jar, folder.resolve(jar.getFileName()));
      }
    }
  }

  private static String settings(Path repository, Path base) {
    Path users = Path.of(System.getProperty("user.home"), ".m2/repository");
    return """
        <settings>
          <localRepository>%s</localRepository>
          <profiles><profile><id>here</id>
            <repositories>
              <repository><id>sluice</id><url>%s</url></repository>
              <repository><id>user</id><url>%s</url></repository>
            </repositories>
            <pluginRepositories>
              <pluginRepository><id>user</id><url>%s</url></pluginRepository>
            </pluginRepositories>
          </profile></profiles>
          <activeProfiles><activeProfile>here</activeProfile></activeProfiles>
        </settings>
        """
        .formatted(
            base.resolve("local repository"), repository.toUri(), users.toUri(), users.toUri());
  }

  /** Runs its main class on the class path and returns what it printed. */
  String run(String argument) throws Exception {
    Forked.Result result =
        Forked.java()
            .script(
                "exec '"
                    + System.getProperty("java.home")
                    + "/bin/java' -cp '"
                    + project.resolve("target/classes")
                    + ":"
                    + classPath
                    + "' consumer.Main"
                    + (argument.isEmpty() ? "" : " '" + argument + "'"));
    assertThat(result.status()).as(result.err()).isZero();
    return result.out();
  }

  /** Names of the artifacts that it was built with, without versions and classifiers. */
  List<String> libraries() {
    List<String> names = new ArrayList<>();
    for (String entry : classPath.strip().split(":")) {
      String file = entry.substring(entry.lastIndexOf('/') + 1);
      names.add(file.replaceFirst("-[0-9].*", ""));
    }
    return names;
  }
}
