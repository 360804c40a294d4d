package dev.varve.format;

import dev.varve.model.Seed;
import java.io.Serializable;

/**
 * A sample of spans of archives, for compression in the codings of all formats. An archive is cut
 * into spans of {@value #SPAN_BYTES} bytes, of which every so many-th is of the sample; where these
 * begin is drawn for each layer.
 *
 * @param share of the spans, 0..1; 0 where formats are not measured
 * @param seed one sample of many
 */
public record SpanSampling(double share, Seed seed) implements Serializable {
  /** Takes no span. */
  public static final SpanSampling NONE = new SpanSampling(0, new Seed(0));

  static final int SPAN_BYTES = 1 << 20;

  /** Whether any span is of the sample. */
  public boolean samples() {
    return share > 0;
  }

  /** This sampling with another share. */
  public SpanSampling withShare(double other) {
    return new SpanSampling(other, seed);
  }

  /**
   * The number of a span in the sample of its layer, one more than that of the span before it
   * there; negative where it is not of the sample. The first number is drawn for each layer.
   *
   * @param layer its digest
   * @param number of the span in the archive
   */
  long draw(String layer, long number) {
    long drawn = seed.at(layer).value();
    double begin = (drawn >>> 11) * 0x1p-53;
    long before = (long) Math.floor(begin + number * share);
    return number >= 0 && (long) Math.floor(begin + (number + 1) * share) > before
        ? before + (drawn & 0x7ff)
        : -1;
  }

  /** Whether a span is of the sample, by its layer and its number in the archive. */
  boolean takes(String layer, long number) {
    return draw(layer, number) >= 0;
  }
}
