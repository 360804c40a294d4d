package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the program says of itself. */
class HelpTest {
  static Stream<String> verbs() {
    return Stream.concat(
        Stream.of(
            "demo",
            "ingest",
            "ingest registry",
            "ingest snapshots",
            "derive",
            "simulate",
            "report",
            "restore",
            "rebuild",
            "check",
            "sql",
            "serve",
            "views",
            "views duckdb",
            "completion"),
        Simulations.ALL.stream().map(one -> "simulate " + one.name()));
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void everyVerbHelpsWithAnExample(String verb) {
    List<String> help = varve(verb + " --help").done().lines();
    // The example comes last; the verb itself stands in the first line already.
    assertThat(help).anyMatch(line -> line.matches("Examples?:"));
    assertThat(help.subList(help.size() - 1, help.size()))
        .allMatch(line -> line.startsWith("  varve " + verb));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ingest", "simulate"})
  void listsOfVerbsHaveWholeSentences(String verb) {
    List<String> help = varve(verb + " --help").done().lines();
    List<String> verbs = help.subList(help.indexOf("Commands:") + 1, help.size());
    String list = String.join("\n", verbs.subList(0, verbs.indexOf("")));
    // A verb stands two columns in, what else it says further in.
    assertThat(list.split("\n(?=  \\w)")).hasSizeGreaterThan(1).allMatch(one -> one.endsWith("."));
  }

  @Test
  void shellsCompleteVerbsOptionsAndReports() throws Exception {
    String bash = varve("completion bash").done().out();
    assertThat(bash).contains("snapshots", "--compare-chunkers", "--warehouse", "complete -F");
    assertThat(varve("completion zsh").done().out()).isEqualTo(bash);
    assertThat(varve("completion fish").done().out())
        .contains(
            "complete -c varve -n 'not __fish_seen_subcommand_from ",
            "-n '__fish_seen_subcommand_from ingest; and __fish_seen_subcommand_from snapshots' -l chunker",
            "dedup-summary");
    Process shell = new ProcessBuilder("bash", "-n").start();
    shell.getOutputStream().write(bash.getBytes(StandardCharsets.UTF_8));
    shell.getOutputStream().close();
    assertThat(shell.waitFor()).isZero();
    varve("completion tcsh").endsWith(2);
  }

  @Test
  void chunkersAndCodecsAreNamedByTheirHelp() {
    assertThat(varve("ingest snapshots --help").done().out())
        .contains("fixed-N, fastcdc-v1-N, tttd-v1-N, seqcdc-v1-N; fastcdc-v1-4k unless set.");
    assertThat(varve("ingest registry --help").done().out())
        .contains("gzip-1 to gzip-9, zstd-1 to zstd-19, several with commas");
  }

  @Test
  void reportsAreListedWithTheirQuestions() {
    assertThat(varve("report --list").done().lines())
        .anyMatch(line -> line.matches("dedup-summary +How much would deduplication, .*"))
        .extracting(line -> line.substring(0, line.indexOf(' ')))
        .containsExactlyElementsOf(SqlFiles.folder("reports").keySet());
  }
}
