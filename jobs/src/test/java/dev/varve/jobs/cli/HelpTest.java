package dev.varve.jobs.cli;

import static dev.varve.jobs.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.schema.SqlFiles;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
            "sql"),
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
