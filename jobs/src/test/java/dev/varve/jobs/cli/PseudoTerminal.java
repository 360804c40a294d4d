package dev.varve.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** The launcher and the program below it, on a terminal of a width that {@code script} makes up. */
final class PseudoTerminal {
  private final Path home;

  /** Installs the launcher in a folder, with the classes of the tests in place of its jar. */
  PseudoTerminal(Path home) throws IOException {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/script")), "util-linux has no program script here");
    this.home = home;
    program("bin/varve", Files.readString(Path.of("../bin/varve")));
    Path target = Files.createDirectories(home.resolve("jobs/target"));
    Files.createDirectories(target.resolve("lib"));
    Files.writeString(target.resolve("varve.jar"), "not empty");
    Files.writeString(target.resolve("classpath"), System.getProperty("java.class.path"));
    Files.copy(
        Path.of("../conf/jvm.options"),
        Files.createDirectories(home.resolve("conf")).resolve("jvm.options"));
    // An archive of classes would take longer than it saves.
    program(
        "jdk/bin/java",
        """
        #!/bin/sh
        case "$*" in *ArchiveClassesAtExit*) exit 0;; esac
        exec '%s/bin/java' "$@"
        """
            .formatted(System.getProperty("java.home")));
  }

  private void program(String name, String text) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** All that a line prints on a terminal so wide, standard error too. */
  String varve(int columns, Map<String, String> variables, String... words) throws Exception {
    String line =
        Arrays.stream(words).map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    ProcessBuilder builder =
        new ProcessBuilder(
            "/usr/bin/script",
            "-qec",
            "stty cols %d rows 40; %s %s".formatted(columns, home.resolve("bin/varve"), line),
            "/dev/null");
    builder.environment().keySet().removeAll(java.util.Set.of("COLUMNS", "NO_COLOR"));
    builder.environment().put("TERM", "xterm");
    builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
    builder.environment().putAll(variables);
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.replace("\r\n", "\n");
  }
}
