package dev.varve.content.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An estimate of the distinct share: bytes of distinct contents over the bytes of all copies, over
 * all units. A <i>unit</i> is the smallest part that a sample draws, such as a layer. Its
 * <i>head</i> is its first part. The heads of all units are read, and a sample of the units whole.
 * Copies of a content are mostly at similar positions of their units, so the heads show how many
 * units contain it. The units that were read whole correct two errors:
 *
 * <ul>
 *   <li>A unit can contain a content of another unit's head outside of its own head. It is then
 *       <i>missed</i>. Missed units are counted among the units read whole, and scaled to all.
 *       Their mean number and its variance, over the contents in equally many heads, give the least
 *       and the largest distinct share.
 *   <li>Heads can differ from the rest of their units. The correction is a factor, the
 *       <i>likeness</i>: the distinct share of the units read whole, over that of their heads.
 * </ul>
 *
 * <p>Names in the code: <i>copied</i> are the bytes of all copies. And <i>once</i> are the bytes of
 * each content divided by the number of units that contain it, so that over these units they add up
 * to the content's bytes. <i>Certain</i> units are read whole in every draw, <i>drawn</i> ones by
 * chance; the drawn ones represent the <i>rest</i>. A <i>row</i> is a number of heads that contain
 * a content, with the sums over all such contents.
 *
 * <p>The variance is a sum of two jackknife variances. That of the draw leaves out one drawn unit
 * at a time; that of the heads leaves out one group of directories at a time.
 *
 * @see <a href="https://doi.org/10.1109/MSST.2012.6232381">Harnik, Margalit, Naor, Sotnikov,
 *     Vernik: Estimation of deduplication ratios in large data sets (MSST 2012): a base sample of
 *     contents whose copies are counted</a>
 */
final class HeadEstimate {
  /**
   * Indices into the array of sums over units. From MISSED on, one sum for each row: the weight of
   * its missed contents.
   */
  private static final int ONCE = 0;

  private static final int COPIED = 1;
  private static final int HEAD_ONCE = 2;
  private static final int HEAD_COPIED = 3;
  private static final int MISSED = 4;

  /**
   * The part of the correction by likeness that counts as error: it comes from the units read
   * whole, and may differ among all units.
   */
  private static final double LIKENESS_ERROR = 0.5;

  private final HeadSums heads;
  private final List<UnitSums> drawn;
  private final UnitDraw draw;
  private final double[] sumsOfCertain;
  private final double[] sumsOfDrawn;

  private HeadEstimate(UnitContents contents) {
    heads = contents.heads();
    drawn = contents.drawn();
    draw = contents.draw();
    sumsOfCertain = sum(contents.certain());
    sumsOfDrawn = sum(drawn);
  }

  /**
   * The distinct share and its interval; empty without heads.
   *
   * @param confidence of the interval
   */
  static Optional<ConfidenceInterval> distinctShare(UnitContents contents, double confidence) {
    HeadEstimate estimate = new HeadEstimate(contents);
    boolean known = contents.heads().isEmpty() || contents.draw().isWhole();
    return known || estimate.drawn.size() < 2
        ? Optional.empty()
        : Optional.of(estimate.share(confidence));
  }

  private ConfidenceInterval share(double confidence) {
    double[] all = scaledWithout(new double[sumsOfDrawn.length], drawn.size());
    ConfidenceInterval inHeads = shareInHeads(all, -1);
    double likeness = likeness(all);
    List<Double> byUnit = new ArrayList<>();
    for (UnitSums unit : drawn) {
      double[] others = scaledWithout(sums(unit), drawn.size() - 1);
      byUnit.add(shareInHeads(others, -1).value() * likeness(others));
    }
    List<Double> byGroup = new ArrayList<>();
    for (int group = 0; group < HeadSums.GROUPS; group++) {
      byGroup.add(shareInHeads(all, group).value() * likeness);
    }
    double undrawnShare = 1 - (double) drawn.size() / draw.restUnits();
    // A share of zero distinct contents among those in heads may still be half a content.
    double least = 1 / heads.effectiveContents() / 2;
    double likenessError = LIKENESS_ERROR * (1 - likeness) * inHeads.value();
    double error =
        Math.sqrt(
            undrawnShare * jackknife(byUnit)
                + jackknife(byGroup)
                + least * least
                + likenessError * likenessError);
    double[] sizes = drawn.stream().mapToDouble(UnitSums::size).toArray();
    double halfWidth =
        Math.hypot(
            likeness * (inHeads.high() - inHeads.low()) / 2,
            RatioEstimate.quantile(sizes, confidence) * error);
    return ConfidenceInterval.around(inHeads.value() * likeness, halfWidth).within(0, 1);
  }

  /**
   * Sums over all units: those of the certain ones, and those of the drawn ones scaled to the rest.
   *
   * @param leftOut sums of a drawn unit to leave out, or zeros
   * @param units drawn units that remain
   */
  private double[] scaledWithout(double[] leftOut, int units) {
    double[] sums = new double[leftOut.length];
    double scale = (double) draw.restUnits() / units;
    for (int index = 0; index < sums.length; index++) {
      sums[index] = sumsOfCertain[index] + scale * (sumsOfDrawn[index] - leftOut[index]);
    }
    return sums;
  }

  private static double[] sum(List<UnitSums> units) {
    double[] sum = new double[MISSED + HeadSums.ROWS];
    for (UnitSums unit : units) {
      double[] sumsOfUnit = sums(unit);
      for (int index = 0; index < sum.length; index++) {
        sum[index] += sumsOfUnit[index];
      }
    }
    return sum;
  }

  private static double[] sums(UnitSums unit) {
    double[] sums = new double[MISSED + HeadSums.ROWS];
    sums[ONCE] = unit.once();
    sums[COPIED] = unit.copied();
    if (unit.headCopied() > 0) {
      sums[HEAD_ONCE] = unit.size() * unit.headOnce() / unit.headCopied();
      sums[HEAD_COPIED] = unit.size();
    }
    for (int row = 0; row < HeadSums.ROWS; row++) {
      sums[MISSED + row] = unit.missedWeight(row);
    }
    return sums;
  }

  /**
   * The distinct share of the contents in heads. Its two ends assume different distributions of the
   * missed units over the contents.
   *
   * @param withoutGroup a group of directories to leave out; -1 to use all
   */
  private ConfidenceInterval shareInHeads(double[] sums, int withoutGroup) {
    double all = 0;
    double low = 0;
    double high = 0;
    for (int row = 0; row < HeadSums.ROWS; row++) {
      double weight = heads.weight(row, withoutGroup);
      if (weight > 0) {
        double owners = heads.meanHeads(row);
        double mean = sums[MISSED + row] / heads.weight(row, -1);
        double square = Math.max(mean * mean, heads.meanMissedSquare(row));
        double once = heads.once(row, withoutGroup);
        // One over the owners is convex (Jensen's inequality): the sum is least where the heads
        // miss
        // equally many owners of each content. It is most where they miss those of some contents
        // alone, as many as the mean square allows.
        double missingShare = mean > 0 ? mean * mean / square : 0;
        double concentrated = mean > 0 ? square / mean : 0;
        all += weight;
        low += once / (owners + mean);
        high += once * ((1 - missingShare) / owners + missingShare / (owners + concentrated));
      }
    }
    return all == 0
        ? ConfidenceInterval.exact(1)
        : new ConfidenceInterval((low + high) / 2 / all, low / all, high / all);
  }

  /**
   * The likeness: distinct share of the units read whole, over the distinct share of their heads.
   */
  private static double likeness(double[] sums) {
    boolean known = sums[HEAD_ONCE] > 0 && sums[COPIED] > 0;
    return known ? sums[ONCE] / sums[COPIED] * sums[HEAD_COPIED] / sums[HEAD_ONCE] : 1;
  }

  /** The variance by the jackknife, from the estimates without one unit or group each. */
  private static double jackknife(List<Double> without) {
    double mean = without.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    double squares =
        without.stream().mapToDouble(sumsOfUnit -> (sumsOfUnit - mean) * (sumsOfUnit - mean)).sum();
    return (without.size() - 1.0) / without.size() * squares;
  }
}
