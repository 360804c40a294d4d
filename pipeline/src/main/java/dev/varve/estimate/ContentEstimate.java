package dev.varve.estimate;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Bytes of contents in all units, and of the distinct ones.
 *
 * @param copied bytes with every copy
 * @param distinct bytes of each content once
 * @param saved what deduplication saves, a share of the copied bytes
 */
public record ContentEstimate(
    ConfidenceInterval copied, ConfidenceInterval distinct, ConfidenceInterval saved) {
  /**
   * Confidence of each interval: so often it contains the truth, over the samples that could be
   * drawn.
   */
  public static final double CONFIDENCE = 0.95;

  /** Confidence of the parts of an interval: variances from few units are rather too small. */
  private static final double OF_PARTS = 0.985;

  /**
   * Estimates from the contents of the units read.
   *
   * @param most bytes that all units can contain at most, as known before; infinite where unknown
   */
  public static ContentEstimate of(SampledContents contents, double most) {
    UnitDraw draw = contents.draw();
    List<UnitSums> drawn = contents.drawn();
    double[] copies = values(drawn, UnitSums::copied);
    double seen = contents.certainDistinct() + contents.drawnDistinct();
    double copiedSeen = contents.certainCopied() + RatioEstimate.sum(copies);
    ConfidenceInterval rest =
        draw.isWhole()
            ? ConfidenceInterval.exact(RatioEstimate.sum(copies))
            : RatioEstimate.of(
                    copies,
                    values(drawn, UnitSums::size),
                    draw.restSize(),
                    draw.restSquares(),
                    draw.rest(),
                    OF_PARTS)
                .times(draw.restSize());
    ConfidenceInterval copied =
        ConfidenceInterval.exact(contents.certainCopied())
            .plus(rest)
            .within(copiedSeen, Math.max(most, seen));
    ConfidenceInterval share =
        distinctShare(contents, rest.value())
            .within(Math.min(1, seen / Math.max(1, copied.value())), 1);
    return new ContentEstimate(
        copied, copied.timesIndependent(share).within(seen, copied.high()), share.missingFrom(1));
  }

  /**
   * The distinct share of the copied bytes: what certain units contain is known. Of the rest, the
   * share that no certain unit contains is a ratio, and of that the distinct share is estimated.
   */
  private static ConfidenceInterval distinctShare(SampledContents contents, double rest) {
    List<UnitSums> drawn = contents.drawn();
    double whole = Math.max(1, contents.certainCopied() + rest);
    double known = contents.certainDistinct() / whole;
    ConfidenceInterval fresh =
        RatioEstimate.of(
                values(drawn, UnitSums::fresh),
                values(drawn, UnitSums::copied),
                contents.draw().rest(),
                OF_PARTS)
            .within(0, 1);
    double freshShare = fresh.value() * rest / whole;
    if (freshShare == 0) {
      return ConfidenceInterval.exact(known);
    }
    Optional<ConfidenceInterval> byHeads =
        HeadEstimate.distinctShare(contents, OF_PARTS)
            .map(share -> share.plus(ConfidenceInterval.exact(-known)).times(1 / freshShare));
    ConfidenceInterval distinct =
        UnseenContents.distinctShare(contents, byHeads, OF_PARTS).within(0, 1);
    return ConfidenceInterval.exact(known)
        .plus(fresh.times(rest / whole).timesIndependent(distinct));
  }

  private static double[] values(List<UnitSums> units, ToDoubleFunction<UnitSums> value) {
    return units.stream().mapToDouble(value).toArray();
  }
}
