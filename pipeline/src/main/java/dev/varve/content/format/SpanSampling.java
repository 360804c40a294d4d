package dev.varve.content.format;

import dev.varve.model.Seed;
import java.io.Serializable;
import java.util.List;

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

  /** Shares of spans in a trial, without codings that take long, and with them. */
  private static final double QUICK_TRIAL_RATIO = 1.0 / 8;

  private static final double SLOW_TRIAL_RATIO = 1.0 / 32;

  /** A distance between slow spans that no archive reaches. */
  private static final int NEVER = Integer.MAX_VALUE;

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
   * A sampling of some spans that shows how long another one takes.
   *
   * @param share of the archives that the other one works on as this one does
   */
  public record Trial(SpanSampling sampling, double share) {}

  /**
   * Samplings that show how long this one takes: one without codings that take long, and one with
   * all codings, of fewer spans.
   *
   * @param archiveBytes length of the archives that they sample
   */
  public List<Trial> trials(long archiveBytes) {
    double spans = Math.max(1, archiveBytes / SPAN_BYTES);
    double quick = Math.min(1, Math.max(2 / spans, QUICK_TRIAL_RATIO));
    double slow = Math.min(1, Math.max(2 / spans, SLOW_TRIAL_RATIO));
    return List.of(
        new Trial(new SpanSampling(quick, NEVER, seed), share * (1 - 1.0 / slowEvery)),
        new Trial(new SpanSampling(slow, 1, seed), share / slowEvery));
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
