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

  private static final double RULE_OF_THREE = 3;

  /**
   * Estimates from the contents of the units read.
   *
   * @param most bytes that all units can contain at most, as known before; infinite where unknown
   */
  public static ContentEstimate of(UnitContents contents, double most) {
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
  private static ConfidenceInterval distinctShare(UnitContents contents, double rest) {
    List<UnitSums> drawn = contents.drawn();
    double whole = Math.max(1, contents.certainCopied() + rest);
    double known = contents.certainDistinct() / whole;
    Optional<ConfidenceInterval> byHeads = HeadEstimate.distinctShare(contents, OF_PARTS);
    double[] fresh = values(drawn, UnitSums::fresh);
    ConfidenceInterval ofDrawn = freshShare(contents, fresh);
    double freshShare = ofDrawn.value() * rest / whole;
    // Heads show more than all that the drawn units would add: too few were drawn to say.
    if (byHeads.isPresent() && byHeads.get().value() >= known + freshShare) {
      return byHeads.get();
    }
    ConfidenceInterval distinct =
        UnseenContents.distinctShare(
                contents,
                byHeads.map(
                    share -> share.plus(ConfidenceInterval.exact(-known)).times(1 / freshShare)),
                OF_PARTS)
            .within(0, 1);
    ConfidenceInterval share =
        ConfidenceInterval.exact(known)
            .plus(ofDrawn.times(rest / whole).timesIndependent(distinct));
    // Where heads and units read whole disagree, neither is left out.
    return byHeads.map(ConfidenceInterval::value).map(share::with).orElse(share);
  }

  /** The share of the bytes of drawn units that no certain unit contains. */
  private static ConfidenceInterval freshShare(UnitContents contents, double[] fresh) {
    double[] copied = values(contents.drawn(), UnitSums::copied);
    ConfidenceInterval ratio = RatioEstimate.of(fresh, copied, contents.draw().rest(), OF_PARTS);
    // That none is fresh in so many units leaves a share of up to three of as many.
    double all = RatioEstimate.sum(copied);
    double ofOne = all > 0 ? RatioEstimate.squares(copied) / (all * all) : 1;
    double least = contents.draw().isWhole() ? 0 : RULE_OF_THREE * ofOne;
    double low = Math.max(ratio.value() - ratio.low(), least);
    double high = Math.max(ratio.high() - ratio.value(), least);
    return new ConfidenceInterval(ratio.value(), ratio.value() - low, ratio.value() + high)
        .within(0, 1);
  }

  private static double[] values(List<UnitSums> units, ToDoubleFunction<UnitSums> value) {
    return units.stream().mapToDouble(value).toArray();
  }
}
