package dev.varve.jobs.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.answer.query.Queries.Question;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import java.io.IOException;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ReportRequestTest {
  private static String line(String... words) {
    CommandLine report =
        new CommandLine(new ReportCommand()).setCaseInsensitiveEnumValuesAllowed(true);
    report.parseArgs(words);
    return QuestionLine.of(report.getCommandSpec());
  }

  @Command(name = "report")
  private static final class Line {
    @Mixin private ReportRequest.Options options = new ReportRequest.Options();
  }

  private static ReportRequest request(String... words) throws IOException {
    Line line = new Line();
    new CommandLine(line).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(words);
    SettingReader settings = SettingReader.of(null, null, List.of());
    ReportRequest request = line.options.request(settings);
    settings.finish();
    return request;
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(String... words) {
    return assertThatThrownBy(() -> request(words)).isInstanceOf(InvalidSettingsException.class);
  }

  @Test
  void theQuestionIsThereAndNothingElse() {
    assertThat(
            line(
                "exclusive-bytes",
                "decomposition",
                "--warehouse=hdfs://inner/w",
                "--where=repository like 'team/%'",
                "--format=markdown",
                "--out=c.md",
                "--set=spark.hadoop.fs.s3a.secret.key=k",
                "--by=image"))
        .isEqualTo(
            "varve report exclusive-bytes decomposition --warehouse W"
                + " --where 'repository like '\\''team/%'\\''' --by image");
    assertThat(line("--all", "--warehouse", "w", "--as-of", "last~1"))
        .isEqualTo("varve report --warehouse W --all --as-of last~1");
  }

  @Test
  void whatAReportDoesNotTakeIsRefusedWithThoseThatDo() {
    refused("top-duplicates", "--warehouse=w", "--where=tag = v1")
        .hasMessageMatching(
            "top-duplicates takes no --where; these do: exclusive-bytes, ([a-z-]+, )*update-lines");
    refused("exclusive-bytes", "--warehouse=w", "--by=tag")
        .hasMessage("exclusive-bytes takes no --by; these do: decomposition");
    refused("coverage", "--warehouse=w", "--from=a:1", "--to=a:2")
        .hasMessageContaining("coverage takes no --from; these do: update-chunks, update-cost");
    refused("coverage", "--warehouse=w", "--since=last")
        .hasMessageContaining("coverage takes no --since; these do: changes");
    refused("coverage", "--warehouse=w", "--fail-below=1")
        .hasMessageContaining("coverage has no gate; these have: ");
  }

  @Test
  void withoutANameOneIsSuggested() {
    refused("--warehouse=w", "--where=tag = v1", "--by=tag", "--since=last", "--to=a:2")
        .hasMessageContainingAll(
            "--where: name a report, such as exclusive-bytes",
            "--by: name a report, such as decomposition",
            "--since: name a report, such as changes",
            "--from: name a report, such as update-chunks",
            "--from, --to: name both images");
  }

  @Test
  void everyFaultIsReportedTogether() {
    refused("exclusive-byte", "--fail-above=1e3")
        .hasMessageContainingAll(
            "there is no report exclusive-byte",
            "name the warehouse with --warehouse W",
            "--fail-above: name one report");
    refused("exclusive-bytes", "--fail-above=1e3")
        .hasMessageContainingAll(
            "name the warehouse with --warehouse W", "--fail-above: 1e3 is no number");
  }

  @Test
  void reportsAreTheNamedOnesOrAllThatAFormatShows() throws IOException {
    assertThat(request("coverage", "history", "--warehouse=w").questions())
        .extracting(Question::name)
        .containsExactly("coverage", "history");
    assertThat(request("--warehouse=w").questions()).isEmpty();
    assertThat(request("--warehouse=w", "--format=markdown").questions()).isEmpty();
    assertThat(request("--warehouse=w", "--format=csv").questions()).hasSizeGreaterThan(70);
    assertThat(request("--warehouse=w", "--all").questions())
        .extracting(Question::name)
        .containsExactlyInAnyOrderElementsOf(
            request("--warehouse=w", "--format=html").questions().stream()
                .map(Question::name)
                .toList());
  }

  @Test
  void theSetStandsInTheQuery() throws IOException {
    assertThat(request("exclusive-bytes", "--warehouse=w", "--where=tag = v1").questions())
        .singleElement()
        .extracting(Question::sql)
        .asString()
        .contains("coalesce(((tag = ('v1'))), false) AS chosen\n    FROM layer_reference");
  }
}
