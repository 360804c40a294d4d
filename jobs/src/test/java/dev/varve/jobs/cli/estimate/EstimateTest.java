package dev.varve.jobs.cli.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.content.estimate.ConfidenceInterval;
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

  private static String ofRatio(double readRatio, ConfidenceInterval ratio) {
    return new Estimate(
            "registry",
            "4 of 40 layers",
            1000,
            readRatio,
            new RunSummary("run", Map.of(), 1000, Duration.ZERO, List.of()),
            List.of(Quantity.sampled(Measure.FILE_DEDUP_RATIO, ratio, false)))
        .answer()
        .heading()
        .get(0);
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
  void aNarrowIntervalIsARange() {
    assertThat(ofRatio(0.1, new ConfidenceInterval(0.77, 0.683, 0.851)))
        .startsWith(
            "Storing each file once saves between 68.3 and 85.1 % of the files' bytes, about 77.0 %.")
        .endsWith("10.0 % of the bytes were read.");
  }

  @Test
  void aWideIntervalSaysThatMoreIsToBeRead() {
    assertThat(ofRatio(0.12, new ConfidenceInterval(0.3, 0.05, 0.9)))
        .startsWith(
            "12 % of the bytes say too little: storing each file once saves between 5.0 and 90.0 %"
                + " of the files' bytes. Read more: --set estimate.read-ratio=0.36.");
  }

  @Test
  void whatIsRejectedIsNotComparedWithWhatIsStored() {
    assertThat(sentence(1, 2, new ConfidenceInterval(0.75, 0.7, 0.8)))
        .doesNotContain("stored now")
        .endsWith("All bytes were read; rejected 2 inputs.");
  }
}
