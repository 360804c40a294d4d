package dev.varve.estimate;

/**
 * Bytes of contents in all units, and of the distinct ones.
 *
 * @param copied bytes with every copy
 * @param distinct bytes of each content once
 * @param saved what deduplication saves, a share of the copied bytes
 */
public record ContentEstimate(
    ConfidenceInterval copied, ConfidenceInterval distinct, ConfidenceInterval saved) {
  /** Of each interval: so often it holds the truth, over the samples that could be drawn. */
  public static final double CONFIDENCE = 0.95;

  /** Three statements are put together; each holds with so much that all do as stated. */
  private static final double EACH = 1 - (1 - CONFIDENCE) / 3;

  /**
   * Estimates from the contents of the units read.
   *
   * @param most bytes that all units can hold at most, as known before; infinite where unknown
   */
  public static ContentEstimate of(UnitContents contents, double most) {
    UnitDraw draw = contents.draw();
    double seen = contents.certainDistinct() + contents.drawnDistinct();
    double copiedSeen = contents.certainCopied() + RatioEstimate.sum(contents.copied());
    ConfidenceInterval rest =
        draw.isWhole()
            ? ConfidenceInterval.exact(RatioEstimate.sum(contents.copied()))
            : RatioEstimate.of(
                    contents.copied(),
                    contents.sizes(),
                    draw.restSize(),
                    draw.restSquares(),
                    draw.rest(),
                    EACH)
                .times(draw.restSize());
    ConfidenceInterval copied =
        ConfidenceInterval.exact(contents.certainCopied())
            .plus(rest)
            .within(copiedSeen, Math.max(most, seen));
    ConfidenceInterval fresh =
        RatioEstimate.of(contents.fresh(), contents.copied(), draw.rest(), EACH).within(0, 1);
    ConfidenceInterval share =
        UnseenContents.distinctShare(contents, EACH).within(0, 1).times(fresh);
    ConfidenceInterval distinct =
        ConfidenceInterval.exact(contents.certainDistinct())
            .plus(share.times(rest))
            .within(seen, copied.high());
    double whole = Math.max(1, copied.value());
    ConfidenceInterval kept =
        ConfidenceInterval.exact(contents.certainDistinct())
            .plus(share.times(rest.value()))
            .within(Math.min(seen, whole), whole);
    return new ContentEstimate(copied, distinct, kept.times(1 / whole).missingFrom(1));
  }
}
