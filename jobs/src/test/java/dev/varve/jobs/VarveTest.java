package dev.varve.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process of its own, whose output nobody reads. */
@EnabledOnOs(OS.LINUX)
class VarveTest {
  private static String told(String into) throws Exception {
    return told(into, System.getProperty("java.class.path"));
  }

  private static String told(String into, String classPath) throws Exception {
    return toldBy("dev.varve.jobs.Varve completion bash " + into, classPath);
  }

  private static String toldBy(String line, String classPath) throws Exception {
    String java = System.getProperty("java.home") + "/bin/java";
    ProcessBuilder shell =
        new ProcessBuilder(
                "bash",
                "-c",
                "%s @../conf/jvm.options %s; echo ${PIPESTATUS[0]} >&2".formatted(java, line))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    shell.environment().put("CLASSPATH", classPath);
    Process process = shell.start();
    return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  /** As programs end that do not ignore the signal of a broken pipe: 128 and its number. */
  @Test
  void whereAReaderHasEnoughItEndsWithoutAWord() throws Exception {
    assertThat(told("| true")).isEqualTo("141");
  }

  /** Also where other users may not read one. */
  @Test
  void aJarThatIsMissingIsSaidPlainly() throws Exception {
    String without =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(jar -> !jar.contains("picocli"))
            .collect(Collectors.joining(File.pathSeparator));
    assertThat(told("", without).lines().toList()).hasSize(2).last().isEqualTo("1");
    assertThat(told("", without))
        .startsWith("varve: picocli.CommandLine")
        .contains(" is not there, or its jar cannot be read; ", "jobs/target/lib");
  }

  /**
   * A distribution of Spark states its version in this file; 3.5 has no class of sessions for us.
   */
  @Test
  void aSparkThatIsTooOldIsNamed(@TempDir Path older) throws Exception {
    Files.writeString(older.resolve("spark-version-info.properties"), "version=3.5.7\n");
    String classes =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(jar -> !jar.contains("spark-sql_"))
            .collect(Collectors.joining(File.pathSeparator, older + File.pathSeparator, ""));
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), older.resolve("w"));
    String derive =
        "dev.varve.jobs.Varve derive --quiet --set engine.name=spark --warehouse " + warehouse;
    assertThat(toldBy(derive, classes))
        .isEqualTo("varve: this is Spark 3.5.7; Varve runs under Spark 4.0, 4.1 and 4.2\n1");
  }

  /**
   * Spark's application master forgets the code of a program that throws before it has a context:
   * only that of the process is left. benchmarks/cluster asks YARN for it.
   */
  @Test
  void yarnLearnsTheCodeOfWrongUse() throws Exception {
    String driver =
        "-Dspark.master=yarn -Dspark.submit.deployMode=cluster dev.varve.jobs.Varve derive"
            + " --warehouse w --set derive.odd=1";
    assertThat(toldBy(driver, System.getProperty("java.class.path")).lines()).last().isEqualTo("2");
  }

  /** Where nobody makes files, nothing is unpacked either. */
  @Test
  void aLibraryThatDoesNotLoadIsSaidBeforeTheWork(@TempDir Path folder) throws Exception {
    String line =
        "-Djava.io.tmpdir=/proc dev.varve.jobs.Varve derive --warehouse %s/w --set derive.odd=1";
    assertThat(
            toldBy(line.formatted(folder), System.getProperty("java.class.path")).lines().toList())
        .anySatisfy(
            said ->
                assertThat(said)
                    .startsWith("varve: a library does not load (")
                    .contains("/proc", "TMPDIR", "-Djava.io.tmpdir"))
        .anySatisfy(said -> assertThat(said).contains("derive.odd"))
        .noneSatisfy(said -> assertThat(said).contains("\tat "))
        .last()
        .isEqualTo("2");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFullDiskIsTold() throws Exception {
    assertThat(told("> /dev/full"))
        .isEqualTo("varve: standard output was closed; the answer is incomplete\n1");
  }
}
