package dev.varve.jobs.cli;

import static dev.varve.jobs.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.table.SqlFiles;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the program says of itself. */
class HelpTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "ingest",
        "ingest registry",
        "ingest snapshots",
        "derive",
        "simulate",
        "simulate backup",
        "simulate availability",
        "simulate durability",
        "simulate deletion",
        "report",
        "check",
        "sql"
      })
  void everyVerbHelpsWithAnExample(String verb) {
    List<String> help = varve(verb + " --help").done().lines();
    // The example comes last; the verb itself stands in the first line already.
    assertThat(help).anyMatch(line -> line.matches("Examples?:"));
    assertThat(help.subList(help.size() - 1, help.size()))
        .allMatch(line -> line.startsWith("  varve " + verb));
  }

  @Test
  void reportsAreListedWithTheirQuestions() {
    assertThat(varve("report --list").done().lines())
        .anyMatch(line -> line.matches("dedup-summary +How much would deduplication, .*"))
        .extracting(line -> line.substring(0, line.indexOf(' ')))
        .containsExactlyElementsOf(SqlFiles.folder("reports").keySet());
  }
}
