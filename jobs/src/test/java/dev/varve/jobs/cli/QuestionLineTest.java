package dev.varve.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class QuestionLineTest {
  private static String line(String... words) {
    CommandLine report =
        new CommandLine(new ReportCommand()).setCaseInsensitiveEnumValuesAllowed(true);
    report.parseArgs(words);
    return QuestionLine.of(report.getCommandSpec());
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
}
