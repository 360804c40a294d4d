package dev.varve.estimate;

/**
 * Bytes of contents in all units, and of the distinct ones.
 *
 * @param copied bytes with every copy
 * @param distinct bytes of each content once
 * @param saved what deduplication saves, a share of the copied bytes
 */
public record ContentEstimate(Interval copied, Interval distinct, Interval saved) {
  /** Of each interval: so often it holds the truth, over the samples that could be drawn. */
  public static final double CONFIDENCE = 0.95;

  /** Three statements are put together; each holds with so much that all do as stated. */
  private static final double EACH = 1 - (1 - CONFIDENCE) / 3;

  /**
   * Estimates from what was met.
   *
   * @param most bytes that all units can hold at most, as known before; infinite where unknown
   */
  public static ContentEstimate of(MetContents met, double most) {
    UnitDraw draw = met.draw();
    double seen = met.certainDistinct() + met.drawnDistinct();
    double copiedSeen = met.certainCopied() + RatioEstimate.sum(met.copied());
    Interval rest =
        draw.isWhole()
            ? Interval.exact(RatioEstimate.sum(met.copied()))
            : RatioEstimate.of(
                    met.copied(),
                    met.sizes(),
                    draw.restSize(),
                    draw.restSquares(),
                    draw.rest(),
                    EACH)
                .times(draw.restSize());
    Interval copied =
        Interval.exact(met.certainCopied()).plus(rest).within(copiedSeen, Math.max(most, seen));
    Interval fresh = RatioEstimate.of(met.fresh(), met.copied(), draw.rest(), EACH).within(0, 1);
    Interval share = UnseenContents.distinctShare(met, EACH).within(0, 1).times(fresh);
    Interval distinct =
        Interval.exact(met.certainDistinct()).plus(share.times(rest)).within(seen, copied.high());
    double whole = Math.max(1, copied.value());
    Interval kept =
        Interval.exact(met.certainDistinct())
            .plus(share.times(rest.value()))
            .within(Math.min(seen, whole), whole);
    return new ContentEstimate(copied, distinct, kept.times(1 / whole).missingFrom(1));
  }
}
