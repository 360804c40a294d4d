package dev.varve.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.jobs.run.SmallWorld;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * bin/varve with programs in place of java and spark-submit that tell under which locale they run.
 */
@EnabledOnOs(OS.LINUX)
class LauncherTest {
  @TempDir private Path home;

  @BeforeEach
  void install() throws IOException {
    program("bin/varve", Files.readString(Path.of("../bin/varve")));
    for (String file :
        List.of(
            "jobs/target/varve.jar", "jobs/target/classpath", "jobs/target/classpath-reading")) {
      Files.createDirectories(home.resolve(file).getParent());
      Files.writeString(home.resolve(file), "not empty");
    }
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

  @Test
  void verbsThatOnlyReadStartWithoutTheEngine() throws Exception {
    String reading = "jobs/target/classpath-reading";
    Files.writeString(home.resolve(reading), "classes-to-read");
    Files.writeString(home.resolve("jobs/target/classpath"), "classes-of-all");
    assertThat(started(Map.of(), "report", "coverage", "--warehouse", "w"))
        .contains("classes-to-read", "-Dvarve.launcher=")
        .doesNotContain("classes-of-all", "--add-opens");
    for (String line : List.of("derive", "report --engine spark", "check --files", "demo")) {
      assertThat(started(Map.of(), line.split(" ")))
          .contains("classes-of-all", "--add-opens")
          .doesNotContain("varve.launcher");
    }
    assertThat(started(Map.of("VARVE_ENGINE", "1"), "report")).contains("classes-of-all");
  }

  /** A verb's code, and what it prints, in a process that has no engine and would start again. */
  private Map.Entry<Integer, String> withoutEngine(String... line) throws Exception {
    program("again", "#!/bin/sh\necho \"engine $VARVE_ENGINE: $*\"; exit 3\n");
    String classes =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("spark"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> words =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Dvarve.launcher=" + home.resolve("again"),
                "-cp",
                classes,
                "dev.varve.jobs.Varve"));
    words.addAll(List.of(line));
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return Map.entry(process.waitFor(), said);
  }

  /** Spark is asked for in the settings, which the launcher does not read. */
  @Test
  void whatNeedsTheEngineAfterAllIsStartedAgainWithIt() throws Exception {
    String line =
        "report coverage --set query.engine=spark --warehouse %s".formatted(SmallWorld.ingested());
    assertThat(withoutEngine(line.split(" "))).isEqualTo(Map.entry(3, "engine 1: " + line + "\n"));
  }

  @Test
  void aFaultOfWhatNeedsNoEngineIsSaidOnce() throws Exception {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), home.resolve("w"));
    Path file;
    try (Stream<Path> files = Files.list(warehouse.resolve("layer"))) {
      file = files.filter(each -> each.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
    Files.writeString(file, "no Parquet");
    Map.Entry<Integer, String> ended =
        withoutEngine("sql", "--warehouse", warehouse.toString(), "SELECT count(*) FROM layer");
    assertThat(ended.getValue()).containsOnlyOnce("is damaged").doesNotContain("engine 1");
    assertThat(ended.getKey()).isEqualTo(1);
  }

  /** Where the processor lacks instructions for SHA-256, none is. */
  @Test
  void anIngestOfFewBytesIsCompiledQuicklyWhereDigestsAreNative() throws Exception {
    String cpu = Files.readString(Path.of("/proc/cpuinfo"));
    assumeTrue(cpu.matches("(?s).*\\b(sha_ni|sha2)\\b.*"));
    String quick = "-XX:TieredStopAtLevel=1";
    String input = Files.createDirectories(home.resolve("in")).toString();
    String[] line = {"ingest", "registry", input, "--warehouse", "/tmp"};
    assertThat(started(Map.of(), line)).doesNotContain(quick);
    List<String> machines = new ArrayList<>(List.of("x86-64", "aarch64"));
    if (System.getProperty("os.arch").equals("amd64")) {
      Collections.reverse(machines);
    }
    String library = "pipeline/target/classes/dev/varve/native/linux-%s/libdigests.so";
    program(library.formatted(machines.get(0)), "");
    assertThat(started(Map.of(), line)).as("of another processor").doesNotContain(quick);
    program(library.formatted(machines.get(1)), "");
    assertThat(started(Map.of(), line)).contains(quick);
    assertThat(started(Map.of("VARVE_JAVA_OPTIONS", "-XX:TieredStopAtLevel=4"), line))
        .containsSubsequence(quick, "-XX:TieredStopAtLevel=4");
    Path manifest = Files.createFile(home.resolve("DISKS.CSV"));
    Path overlay = Files.createFile(home.resolve("day-3.qcow2"));
    List<String> others =
        List.of(
            "ingest registry hdfs://host/in --warehouse w",
            "ingest registry " + input + " s3a://bucket/in --warehouse w",
            "ingest registry file:" + input + " --warehouse w",
            "ingest --warehouse " + input + " snapshots nothing-there",
            "ingest snapshots " + manifest + " --warehouse w",
            "ingest --conf " + manifest + " snapshots " + overlay + " --warehouse w",
            "estimate snapshots " + overlay,
            "ingest snapshots nothing-there --warehouse " + input);
    for (String other : others) {
      assertThat(started(Map.of(), other.split(" "))).as(other).doesNotContain(quick);
    }
    program("in/large", "");
    new ProcessBuilder("fallocate", "-l", "2G", home.resolve("in/large").toString())
        .start()
        .waitFor();
    assumeTrue(Files.size(home.resolve("in/large")) == 2L << 30);
    assertThat(started(Map.of(), line)).doesNotContain(quick);
    String link = Files.createSymbolicLink(home.resolve("link"), Path.of(input)).toString();
    assertThat(started(Map.of(), "ingest", "registry", link, "--warehouse", "/tmp"))
        .doesNotContain(quick);
    for (String verb : List.of("derive", "simulate backup", "simulate --seed 3 pulls")) {
      String[] onLink = (verb + " --warehouse " + link).split(" ");
      assertThat(started(Map.of(), onLink)).as(verb).doesNotContain(quick);
      String small = Files.createDirectories(home.resolve("new\nline/w")).toString();
      List<String> words = new ArrayList<>(List.of(verb.split(" ")));
      words.addAll(List.of("--warehouse", small));
      assertThat(started(Map.of(), words.toArray(String[]::new))).as(verb).contains(quick);
      words.add(1, "chains");
      assertThat(started(Map.of(), words.toArray(String[]::new)).contains(quick))
          .isEqualTo(verb.equals("derive"));
    }
  }

  /** As measured: what a verb does with so many bytes decides which compiler is done sooner. */
  @ParameterizedTest
  @CsvSource({
    "10M, simulate availability, true",
    "20M, simulate availability, false",
    "20M, simulate backup, true",
    "120M, simulate retention, true",
    "150M, simulate retention, false",
    "150M, derive, true",
    "270M, derive, false",
    "1K, simulate chains, false",
  })
  void aWarehouseIsSmallForAVerb(String bytes, String verb, boolean isQuick) throws Exception {
    Path warehouse = Files.createDirectories(home.resolve("w"));
    new ProcessBuilder("fallocate", "-l", bytes, warehouse.resolve("rows").toString())
        .start()
        .waitFor();
    assumeTrue(Files.exists(warehouse.resolve("rows")));
    String[] line = (verb + " --warehouse " + warehouse).split(" ");
    assertThat(started(Map.of(), line).contains("-XX:TieredStopAtLevel=1")).isEqualTo(isQuick);
  }

  @Test
  void sparkSubmitDoesToo() throws Exception {
    assertThat(charset(Map.of("LC_ALL", "C", "VARVE_SUBMIT", "1"))).isEqualTo("UTF-8");
  }
}
