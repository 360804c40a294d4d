package dev.varve.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.FormatSample;
import dev.varve.model.Seed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Readers of archives and decoders that report little. */
class SpanMeterTest {
  private static final int SPAN = 1 << 20;

  private static SpanMeter meter() {
    return new SpanMeter(new SpanSampling(1, new Seed(1)), "layer");
  }

  private static List<FormatSample> gzip(SpanMeter meter) {
    return meter.drain().stream().filter(sample -> sample.coding().equals("gzip-6")).toList();
  }

  /** Such as an entry of an unknown type, or zeros behind the end; no progress is seen. */
  @Test
  void spansOfWhichNothingIsReportedDoNotPileUp() throws IOException {
    try (SpanMeter meter = meter()) {
      InputStream in = meter.over(new ByteArrayInputStream(new byte[9 * SPAN]));
      in.readNBytes(8 * SPAN + 1);
      assertThat(gzip(meter)).hasSize(5);
      in.readAllBytes();
      meter.end(100);
      assertThat(gzip(meter)).hasSize(4);
    }
  }

  /**
   * 10 of the blob for the first MiB, 30 for the next two, of which the decoder shows no middle.
   */
  @Test
  void storedBytesAreSharedBetweenPoints() throws IOException {
    try (SpanMeter meter = meter()) {
      InputStream in = meter.over(new ByteArrayInputStream(new byte[3 * SPAN + 5]));
      meter.at(0, 0);
      in.readNBytes(SPAN);
      meter.at(SPAN, 10);
      in.readNBytes(2 * SPAN);
      meter.passed(3 * SPAN);
      assertThat(gzip(meter)).as("the block is not known yet").isEmpty();
      meter.at(3 * SPAN, 40);
      in.readAllBytes();
      meter.at(3 * SPAN + 5, 42);
      meter.end(50);
      assertThat(gzip(meter))
          .extracting(FormatSample::storedBytes)
          .containsExactly(10.0, 15.0, 15.0, 10.0);
    }
  }

  @Test
  void aReaderThatTakesSingleBytesIsSeen() throws IOException {
    try (SpanMeter meter = meter()) {
      InputStream in = meter.over(new ByteArrayInputStream(new byte[] {5, -1}));
      assertThat(new int[] {in.read(), in.read(), in.read()}).containsExactly(5, 255, -1);
      meter.end(2);
      assertThat(gzip(meter)).singleElement().returns(2L, FormatSample::archiveBytes);
    }
  }
}
