package dev.varve.content.format;

import dev.varve.model.Seed;
import java.io.Serializable;

/**
 * A sample of spans of archives, for compression in the codings of all formats. An archive is cut
 * into spans of {@value #SPAN_BYTES} bytes, of which every so many-th is of the sample; where these
 * begin is drawn for each layer.
 *
 * @param share of the spans, 0..1; 0 where formats are not measured
 * @param slowEvery of how many spans of the sample one is measured by codings that take long
 * @param seed one sample of many
 */
public record SpanSampling(double share, int slowEvery, Seed seed) implements Serializable {
  private static final int MOST_SLOW_EVERY = 16;

  /** Codings that take long measure about as many spans, or more; all of fewer. */
  private static final int LEAST_SLOW_SPANS = 12;

  /** Archive bytes for a stored byte; most layers have less. */
  private static final int USUAL_FOLD = 8;

  /** A sampling of a large input. */
  public SpanSampling(double share, Seed seed) {
    this(share, MOST_SLOW_EVERY, seed);
  }

  static final int SPAN_BYTES = 1 << 20;

  /** Whether any span is of the sample. */
  public boolean samples() {
    return share > 0;
  }

  /**
   * This sampling with another share.
   *
   * @param storedBytes of the layers; their archives have more spans
   */
  public SpanSampling withShare(double other, long storedBytes) {
    double spans = other * storedBytes / SPAN_BYTES;
    int every = (int) Math.max(1, Math.min(MOST_SLOW_EVERY, spans / LEAST_SLOW_SPANS));
    return new SpanSampling(other, every, seed);
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

  /**
   * Whether codings that take long measure a span. The stored bytes, of which it was decided how
   * many are measured, tell little of the spans of a layer that inflates to much more: behind the
   * first spans fewer are measured there.
   *
   * @param draw its number in the sample
   * @param number of the span in the archive
   * @param fold archive bytes for a stored byte, up to the end of the span
   */
  boolean takesSlow(long draw, long number, double fold) {
    boolean isEarly = number * share < LEAST_SLOW_SPANS;
    long every = isEarly ? slowEvery : slowEvery * Math.max(1L, (long) (fold / USUAL_FOLD));
    return Math.floorMod(draw, every) == 0;
  }

  /** Whether a span is of the sample, by its layer and its number in the archive. */
  boolean takes(String layer, long number) {
    return draw(layer, number) >= 0;
  }
}
