package dev.varve.jobs.cli.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.estimate.ConfidenceInterval;
import dev.varve.jobs.cli.estimate.Quantity.Measure;
import dev.varve.jobs.engine.run.RunSummary;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The sentences that an estimate begins with. */
class EstimateTest {
  private static String sentence(double readRatio, long rejections, ConfidenceInterval compressed) {
    Estimate estimate =
        new Estimate(
            "registry",
            "4 of 4 layers",
            1000,
            readRatio,
            new RunSummary("run", Map.of("rejections", rejections), 1000, Duration.ZERO, List.of()),
            List.of(
                Quantity.known(Measure.FILE_DEDUP_RATIO, 0.713),
                new Quantity(
                    Measure.DEDUP_AND_COMPRESSION_RATIO, compressed, Quantity.Source.SAMPLE)));
    return estimate.answer().heading().get(0);
  }

  @Test
  void whatIsSavedIsComparedWithTheFilesAndWithWhatIsStored() {
    assertThat(sentence(1, 0, new ConfidenceInterval(0.751, 0.704, 0.797)))
        .isEqualTo(
            "Storing each file once saves 71.3 % of the files' bytes. Each of these compressed"
                + " takes 75.1 % less than is stored now (95 % confidence: 70.4 to 79.7 %)."
                + " All bytes were read.");
  }

  @Test
  void whatTakesMoreIsNoSaving() {
    assertThat(sentence(1, 0, new ConfidenceInterval(-0.246, -0.446, -0.046)))
        .contains("takes 24.6 % more than is stored now (95 % confidence: 4.6 to 44.6 %).");
  }

  @Test
  void moreIsToBeReadOnlyWhereThereIsMore() {
    ConfidenceInterval wide = new ConfidenceInterval(0.3, 0.1, 0.5);
    assertThat(sentence(1, 0, wide)).doesNotContain("read more");
    assertThat(sentence(0.25, 0, wide))
        .contains("10.0 to 50.0 %; read more for a narrower answer)")
        .endsWith("25.0 % of the bytes were read.");
  }

  @Test
  void whatIsRejectedIsNotComparedWithWhatIsStored() {
    assertThat(sentence(1, 2, new ConfidenceInterval(0.75, 0.7, 0.8)))
        .doesNotContain("stored now")
        .endsWith("All bytes were read; 2 of what was read rejected.");
  }
}
