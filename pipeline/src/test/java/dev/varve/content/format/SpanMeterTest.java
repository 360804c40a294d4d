package dev.varve.content.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.FormatSample;
import dev.varve.model.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Readers of archives and decoders that report little. */
class SpanMeterTest {
  private static final int SPAN = 1 << 20;

  private final List<FormatSample> samples = new ArrayList<>();
  private int offset;

  private SpanMeter meter() {
    return new SpanMeter(
        new SpanSampling(1, new Seed(1)),
        "layer",
        sample -> {
          if (sample.coding().equals("gzip-6")) {
            samples.add(sample);
          }
        });
  }

  /** Passes on the next zeros of the archive, in pieces of 100,000 as a reader gets them. */
  private void feed(SpanMeter meter, int bytes) throws IOException {
    byte[] zeros = new byte[100_000];
    for (int left = bytes; left > 0; left -= zeros.length) {
      int step = Math.min(left, zeros.length);
      meter.archive(zeros, 0, step);
      offset += step;
    }
  }

  /** Such as an entry of an unknown type, or zeros behind the end; no progress is seen. */
  @Test
  void spansOfWhichNothingIsReportedDoNotPileUp() throws IOException {
    try (SpanMeter meter = meter()) {
      feed(meter, 8 * SPAN + 1);
      assertThat(samples).hasSize(5);
      feed(meter, SPAN - 1);
      meter.finish(offset, 100);
      assertThat(samples).hasSize(9);
    }
  }

  /**
   * 10 of the blob for the first MiB, 30 for the next two, of which the decoder shows no middle.
   */
  @Test
  void storedBytesAreSharedBetweenPoints() throws IOException {
    try (SpanMeter meter = meter()) {
      meter.inflated(0, 0);
      feed(meter, SPAN);
      meter.inflated(SPAN, 10);
      feed(meter, 2 * SPAN);
      FileEntry row =
          new FileEntry(0, "x", EntryKind.FIFO, 0, null, null, 0, 0, 0, 0, 0, null, null);
      meter.end(row, 3 * SPAN);
      assertThat(samples).as("the block is not known yet").isEmpty();
      meter.inflated(3 * SPAN, 40);
      feed(meter, 5);
      meter.inflated(3 * SPAN + 5, 42);
      meter.finish(offset, 50);
      assertThat(samples)
          .extracting(FormatSample::storedBytes)
          .containsExactly(10.0, 15.0, 15.0, 10.0);
    }
  }
}
