package dev.varve.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The program as a process of its own, whose output nobody reads. */
@EnabledOnOs(OS.LINUX)
class VarveTest {
  private static String told(String into) throws Exception {
    return told(into, System.getProperty("java.class.path"));
  }

  private static String told(String into, String classPath) throws Exception {
    String java = System.getProperty("java.home") + "/bin/java";
    ProcessBuilder shell =
        new ProcessBuilder(
                "bash",
                "-c",
                "%s @../conf/jvm.options dev.varve.jobs.Varve completion bash %s; echo ${PIPESTATUS[0]} >&2"
                    .formatted(java, into))
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

  @Test
  void aFullDiskIsTold() throws Exception {
    assertThat(told("> /dev/full"))
        .isEqualTo("varve: standard output was closed; the answer is incomplete\n1");
  }
}
