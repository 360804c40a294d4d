package dev.varve.format;

import dev.varve.model.Seed;
import java.io.Serializable;

/**
 * Which spans of archives are compressed in the codings of all formats. An archive is cut into
 * spans of {@value #SPAN_BYTES} bytes, each of which is of the sample by itself.
 *
 * @param share probability of a span, 0..1; 0 where formats are not measured
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
  public SpanSampling of(double other) {
    return new SpanSampling(other, seed);
  }

  /** Whether a span is of the sample, by its layer and its number in the archive. */
  boolean takes(String layer, long number) {
    return (seed.at(layer).at(number).value() >>> 11) * 0x1p-53 < share;
  }
}
