package dev.varve.content.format;

import dev.varve.model.Seed;
import java.io.Serializable;

/**
 * A sample of spans of archives, for compression in the codings of all formats. An archive is cut
 * into spans of {@value #SPAN_BYTES} bytes, of which every 1/share-th is in the sample. The first
 * one is drawn for each layer.
 *
 * @param share of the spans, 0..1; 0 where formats are not measured
 * @param slowEvery codings that take long measure one of this number of spans of the sample
 * @param seed determines the sample
 */
public record SpanSampling(double share, int slowEvery, Seed seed) implements Serializable {
  /** Slow codings measure at least one of this number of sampled spans. */
  private static final int MOST_SLOW_EVERY = 16;

  /**
   * Spans that codings that take long measure at least, about; where the sample has fewer, they
   * measure all.
   */
  private static final int LEAST_SLOW_SPANS = 12;

  /** Archive bytes for a stored byte that are assumed for a layer; most layers have fewer. */
  private static final int USUAL_FOLD = 8;

  /** A sampling for a large input, in which slow codings measure only some of the spans. */
  public SpanSampling(double share, Seed seed) {
    this(share, MOST_SLOW_EVERY, seed);
  }

  static final int SPAN_BYTES = 1 << 20;

  /** Whether any span is of the sample. */
  public boolean isSampling() {
    return share > 0;
  }

  /**
   * This sampling with another share.
   *
   * @param storedBytes stored bytes of all layers; their archives have more bytes
   */
  public SpanSampling withShare(double newShare, long storedBytes) {
    double spans = newShare * storedBytes / SPAN_BYTES;
    int every = (int) Math.max(1, Math.min(MOST_SLOW_EVERY, spans / LEAST_SLOW_SPANS));
    return new SpanSampling(newShare, every, seed);
  }

  /**
   * The index of a span within the sample of its layer, ascending by one from span to span;
   * negative where the span is not in the sample. The first number is drawn for each layer.
   *
   * @param layer its digest
   * @param number of the span in the archive
   */
  long sampleIndex(String layer, long number) {
    long drawn = seed.at(layer).value();
    double begin = (drawn >>> 11) * 0x1p-53;
    long before = (long) Math.floor(begin + number * share);
    return number >= 0 && (long) Math.floor(begin + (number + 1) * share) > before
        ? before + (drawn & 0x7ff)
        : -1;
  }

  /**
   * Whether codings that take long measure a span of the sample. Their share was planned by stored
   * bytes. A layer that inflates to far more bytes than usual has many more spans than planned, so
   * beyond its first spans fewer are measured.
   *
   * @param sampleIndex the index from {@link #sampleIndex}
   * @param number of the span in the archive
   * @param archivePerStored archive bytes for a stored byte, up to the end of the span
   */
  boolean takesSlow(long sampleIndex, long number, double archivePerStored) {
    boolean isEarly = number * share < LEAST_SLOW_SPANS;
    long every =
        isEarly ? slowEvery : slowEvery * Math.max(1L, (long) (archivePerStored / USUAL_FOLD));
    return Math.floorMod(sampleIndex, every) == 0;
  }

  /** Whether a span is of the sample, by its layer and its number in the archive. */
  boolean takes(String layer, long number) {
    return sampleIndex(layer, number) >= 0;
  }
}
