package dev.varve.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * bin/varve with programs in place of java and spark-submit that tell under which locale they run.
 */
@EnabledOnOs(OS.LINUX)
class LauncherTest {
  @TempDir private Path home;

  @BeforeEach
  void install() throws IOException {
    program("bin/varve", Files.readString(Path.of("../bin/varve")));
    for (String file : List.of("jobs/target/varve.jar", "jobs/target/classpath")) {
      Files.createDirectories(home.resolve(file).getParent());
      Files.writeString(home.resolve(file), "lib/one.jar:lib/two.jar");
    }
    Files.createDirectories(home.resolve("jobs/target/lib"));
    program("jdk/bin/java", "#!/bin/sh\necho 'version \"17\"'; locale charmap\n");
    program("spark/bin/spark-submit", "#!/bin/sh\nlocale charmap\n");
  }

  private void program(String name, String text) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The last line that is printed when it is started with these variables. */
  private String charset(Map<String, String> variables) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(home.resolve("bin/varve").toString(), "demo").redirectErrorStream(true);
    List.of("LC_ALL", "LC_CTYPE", "LANG").forEach(builder.environment()::remove);
    builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
    builder.environment().put("SPARK_HOME", home.resolve("spark").toString());
    builder.environment().putAll(variables);
    Process process = builder.start();
    List<String> said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    assertThat(process.waitFor()).as("%s", said).isZero();
    return said.get(said.size() - 1);
  }

  @Test
  void javaRunsUnderUtf8WhateverTheLocale() throws Exception {
    assertThat(charset(Map.of("LC_ALL", "C"))).isEqualTo("UTF-8");
    assertThat(charset(Map.of("LANG", "POSIX"))).isEqualTo("UTF-8");
    assertThat(charset(Map.of("LC_CTYPE", "no_such.locale"))).isEqualTo("UTF-8");
    assertThat(charset(Map.of())).isEqualTo("UTF-8");
    assertThat(charset(Map.of("LANG", "C.UTF-8"))).isEqualTo("UTF-8");
  }

  /** The words that java is started with, for a line of ours. */
  private String started(Map<String, String> variables, String... line) throws Exception {
    program("jdk/bin/java", "#!/bin/sh\necho \"version \\\"17\\\" $*\"\n");
    List<String> words = new ArrayList<>(List.of(home.resolve("bin/varve").toString()));
    words.addAll(List.of(line));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
    builder.environment().putAll(variables);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  /** The optimising compiler pays after half a minute of work, which a question does not take. */
  @Test
  void theVerbAloneChoosesTheCompiler() throws Exception {
    String quick = "-XX:TieredStopAtLevel=1";
    for (String line :
        List.of("report", "check --files", "sql SELECT", "views duckdb", "derive", "demo")) {
      assertThat(started(Map.of(), line.split(" "))).as(line).contains(quick);
    }
    for (String line : List.of("ingest registry report", "simulate chains", "serve", "")) {
      assertThat(started(Map.of(), line.split(" "))).as(line).doesNotContain(quick);
    }
    String host =
        new String(
            new ProcessBuilder("uname", "-n").start().getInputStream().readAllBytes(),
            StandardCharsets.UTF_8);
    program("jobs/target/digests-" + host.strip() + ".native", "");
    assertThat(started(Map.of(), "ingest", "registry")).as("digests are native").contains(quick);
    assertThat(started(Map.of("VARVE_JAVA_OPTIONS", "-XX:TieredStopAtLevel=4"), "report"))
        .containsSubsequence(quick, "-XX:TieredStopAtLevel=4");
  }

  @Test
  void whatACrashLeavesGoesIntoTheTemporaryFolder() throws Exception {
    assertThat(started(Map.of("TMPDIR", "/some/where"), "report"))
        .contains("-XX:ErrorFile=/some/where/", "-XX:ReplayDataFile=/some/where/")
        .contains("-XX:HeapDumpPath=/some/where");
    assertThat(Files.readString(Path.of("../conf/jvm.options")))
        .contains("-XX:-CreateCoredumpOnCrash");
  }

  @Test
  void theTemporaryFolderIsTheOneThatIsSet() throws Exception {
    assertThat(started(Map.of("TMPDIR", "/some/where else"), "report"))
        .contains("-Djava.io.tmpdir=/some/where else ");
    assertThat(started(Map.of("TMPDIR", ""), "report")).doesNotContain("java.io.tmpdir");
  }

  /** Java alone opens more than 200 jars. */
  @Test
  void tooFewFilesAreSaid() throws Exception {
    Process process =
        new ProcessBuilder("bash", "-c", "ulimit -n 100; bin/varve report")
            .directory(home.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(said).isEqualTo("varve: too few files may be open, 100: ulimit -n 512\n");
  }

  /** How a start ends and what it says, where preparing ends in a way of its own. */
  private String prepared(int code) throws Exception {
    program(
        "jdk/bin/java",
        "#!/bin/sh\ncase \"$*\" in *WarmUp*) exit %d ;; *-version*) echo 'version \"17\"' ;;"
                .formatted(code)
            + " *) echo ran ;; esac\n");
    ProcessBuilder builder = new ProcessBuilder(home.resolve("bin/varve").toString(), "report");
    builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + said;
  }

  @Test
  void anInterruptWhilePreparingEndsTheStart() throws Exception {
    String prepares = "varve: preparing for faster starts, once for each JDK\n";
    assertThat(prepared(130)).isEqualTo("130 " + prepares);
    assertThat(prepared(143)).isEqualTo("143 " + prepares);
    assertThat(prepared(1)).isEqualTo("0 " + prepares + "ran\n");
    assertThat(prepared(1)).as("tried once").isEqualTo("0 ran\n");
  }

  @Test
  void aChosenCollectorIsNotGivenAnother() throws Exception {
    assertThat(started(Map.of(), "report")).contains("-XX:+UseSerialGC");
    for (String variable : List.of("VARVE_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS")) {
      assertThat(started(Map.of(variable, "-Xmx1g -XX:+UseParallelGC"), "report"))
          .doesNotContain("-XX:+UseSerialGC");
    }
  }

  @Test
  void jarsAreThoseBesideTheBuild() throws Exception {
    String target = home.toRealPath().resolve("jobs/target").toString();
    assertThat(started(Map.of(), "report"))
        .contains("-cp %1$s/varve.jar:%1$s/lib/one.jar:%1$s/lib/two.jar ".formatted(target));
  }

  /** An archive is built; what is missing from it cannot be built there. */
  @Test
  void anInstallationHasAllOfItInOneFolder() throws Exception {
    Files.move(home.resolve("jobs/target"), home.resolve("built"));
    Files.delete(home.resolve("jobs"));
    Files.move(home.resolve("built"), home.resolve("lib"));
    assertThat(started(Map.of(), "report"))
        .contains(
            "-cp %1$s/varve.jar:%1$s/one.jar:%1$s/two.jar "
                .formatted(home.toRealPath().resolve("lib")));
    Files.delete(home.resolve("lib/varve.jar"));
    Process process =
        new ProcessBuilder("bin/varve", "report")
            .directory(home.toFile())
            .redirectErrorStream(true)
            .start();
    assertThat(process.inputReader().lines())
        .containsExactly(
            "varve: %s is no complete installation: unpack its archive again"
                .formatted(home.toRealPath()));
    assertThat(process.waitFor()).isEqualTo(1);
  }

  @Test
  void laterJdksAreAllowedTheUseOfUnsafe() throws Exception {
    assertThat(started(Map.of(), "report")).doesNotContain("unsafe");
    Files.writeString(home.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"");
    assertThat(started(Map.of(), "report")).contains("--sun-misc-unsafe-memory-access=allow");
  }

  @Test
  void sparkSubmitDoesToo() throws Exception {
    assertThat(charset(Map.of("LC_ALL", "C", "VARVE_SUBMIT", "1"))).isEqualTo("UTF-8");
  }
}
