package dev.varve.content.estimate;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The estimated bytes of the contents of all units, with every copy and each content once.
 *
 * @param copied bytes with every copy
 * @param distinct bytes of each content once
 * @param saved what deduplication saves, a share of the copied bytes
 */
public record ContentEstimate(
    ConfidenceInterval copied, ConfidenceInterval distinct, ConfidenceInterval saved) {
  /**
   * Confidence of each interval: the probability, over all samples that could be drawn, that the
   * interval contains the truth.
   */
  public static final double CONFIDENCE = 0.95;

  /**
   * Confidence of the parts that an interval is computed from. It is higher than that of the
   * interval, as variances from few units are mostly too small.
   */
  private static final double CONFIDENCE_OF_PARTS = 0.985;

  /**
   * The rule of three: no event in n trials leaves a rate of up to 3 / n, at 95 % confidence.
   *
   * @see <a href="https://doi.org/10.1001/jama.1983.03330370053031">Hanley, Lippman-Hand: If
   *     nothing goes wrong, is everything all right? (JAMA 249, 1983)</a>
   */
  private static final double RULE_OF_THREE = 3;

  /**
   * Estimates from the contents of the units read.
   *
   * @param mostBytes the most bytes that all units can contain, where known; else infinity
   */
  public static ContentEstimate of(UnitContents contents, double mostBytes) {
    List<UnitSums> drawn = contents.drawn();
    double[] copies = values(drawn, UnitSums::copied);
    double seenBytes = contents.certainDistinct() + contents.drawnDistinct();
    double copiedSeen = contents.certainCopied() + RatioEstimate.sum(copies);
    ConfidenceInterval rest = copiedOfRest(contents, copies);
    ConfidenceInterval copied =
        ConfidenceInterval.exact(contents.certainCopied())
            .plus(rest)
            .within(copiedSeen, Math.max(mostBytes, seenBytes));
    ConfidenceInterval share =
        distinctShare(contents, rest.value())
            .within(Math.min(1, seenBytes / Math.max(1, copied.value())), 1);
    return new ContentEstimate(
        copied,
        copied.timesIndependent(share).within(seenBytes, copied.high()),
        share.missingFrom(1));
  }

  /** The copied bytes of all units but the certain ones. */
  private static ConfidenceInterval copiedOfRest(UnitContents contents, double[] copies) {
    UnitDraw draw = contents.draw();
    if (draw.isWhole()) {
      return ConfidenceInterval.exact(RatioEstimate.sum(copies));
    }
    double[] sizes = values(contents.drawn(), UnitSums::size);
    ConfidenceInterval rest =
        RatioEstimate.ofParts(
                copies,
                sizes,
                draw.restSize(),
                draw.restSquares(),
                draw.restUnits(),
                CONFIDENCE_OF_PARTS)
            .times(draw.restSize());
    boolean damaged = contents.certain().stream().anyMatch(UnitSums::isEmpty);
    // Some units cannot be read. Where no drawn one is among them, the sample alone cannot show it.
    return damaged && contents.drawn().stream().noneMatch(UnitSums::isEmpty)
        ? rest.with(Math.max(0, rest.value() * (1 - RULE_OF_THREE * shareOfOneUnit(sizes))))
        : rest;
  }

  /**
   * The share of one unit: 1 over the effective number of units (Kish), which allows for unequal
   * sizes.
   */
  private static double shareOfOneUnit(double[] sizes) {
    double all = RatioEstimate.sum(sizes);
    return all > 0 ? RatioEstimate.squares(sizes) / (all * all) : 1;
  }

  /**
   * The distinct share of the copied bytes. The part of the certain units is known. For the others
   * two factors are estimated. The share of their bytes that no certain unit contains is a ratio.
   * The distinct share of these bytes follows from the drawn units and from heads.
   */
  private static ConfidenceInterval distinctShare(UnitContents contents, double rest) {
    List<UnitSums> drawn = contents.drawn();
    double copiedBytes = Math.max(1, contents.certainCopied() + rest);
    double known = contents.certainDistinct() / copiedBytes;
    Optional<ConfidenceInterval> byHeads =
        HeadEstimate.distinctShare(contents, CONFIDENCE_OF_PARTS);
    double[] fresh = values(drawn, UnitSums::uncertainBytes);
    ConfidenceInterval ofDrawn = freshShare(contents, fresh);
    double freshShare = ofDrawn.value() * rest / copiedBytes;
    // Heads show more distinct bytes than the drawn units could have: too few units were drawn for
    // a result from these alone.
    if (byHeads.isPresent() && byHeads.get().value() >= known + freshShare) {
      return byHeads.get();
    }
    ConfidenceInterval distinct =
        UnseenContents.distinctShare(
                contents,
                byHeads.map(
                    share -> share.plus(ConfidenceInterval.exact(-known)).times(1 / freshShare)),
                CONFIDENCE_OF_PARTS)
            .within(0, 1);
    ConfidenceInterval share =
        ConfidenceInterval.exact(known)
            .plus(ofDrawn.times(rest / copiedBytes).timesIndependent(distinct));
    // Where heads and units read whole disagree, the interval contains both.
    return byHeads.map(ConfidenceInterval::value).map(share::with).orElse(share);
  }

  /** The share of the bytes of drawn units that no certain unit contains. */
  private static ConfidenceInterval freshShare(UnitContents contents, double[] fresh) {
    double[] copied = values(contents.drawn(), UnitSums::copied);
    ConfidenceInterval ratio =
        RatioEstimate.of(fresh, copied, contents.draw().restUnits(), CONFIDENCE_OF_PARTS);
    double least = contents.draw().isWhole() ? 0 : RULE_OF_THREE * shareOfOneUnit(copied);
    double low = Math.max(ratio.value() - ratio.low(), least);
    double high = Math.max(ratio.high() - ratio.value(), least);
    return new ConfidenceInterval(ratio.value(), ratio.value() - low, ratio.value() + high)
        .within(0, 1);
  }

  private static double[] values(List<UnitSums> units, ToDoubleFunction<UnitSums> value) {
    return units.stream().mapToDouble(value).toArray();
  }
}
