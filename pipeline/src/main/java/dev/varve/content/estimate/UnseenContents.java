package dev.varve.content.estimate;

import java.util.Optional;
import org.apache.commons.math3.linear.RealMatrix;

/**
 * The distinct share of the bytes that units contain, from a simple random sample of the units. Let
 * y(j) be the share of the bytes whose contents are in j units. Then the distinct share is the sum
 * of y(j) / j. The sample shows how many bytes are in one, two or more drawn units ({@link
 * ObservedShares}). Each y(j) adds to these by the hypergeometric distribution ({@link
 * OwnerClasses}). The estimate is that of the y that fits best ({@link ShareFit}).
 *
 * @see <a href="https://www.usenix.org/conference/fast16/technical-sessions/presentation/harnik">
 *     Harnik, Khaitzin, Sotnikov (FAST 2016), section 3: from observed to all frequencies</a>
 */
final class UnseenContents {
  /**
   * Squared error of a fit above which chance does not explain it. All errors are then assumed to
   * be larger, so that the squared error is this value.
   */
  private static final double POOR_FIT = 4;

  private UnseenContents() {}

  /**
   * The distinct share of the bytes of contents that no certain unit contains.
   *
   * @param other the same share as estimated from another source, with its interval
   * @param confidence of the interval
   */
  static ConfidenceInterval distinctShare(
      UnitContents contents, Optional<ConfidenceInterval> other, double confidence) {
    double[] fresh = contents.drawn().stream().mapToDouble(UnitSums::uncertainBytes).toArray();
    double all = RatioEstimate.sum(fresh);
    if (all == 0 || contents.draw().isWhole()) {
      return ConfidenceInterval.exact(all == 0 ? 1 : contents.drawnDistinct() / all);
    }
    ObservedShares observed = new ObservedShares(contents);
    OwnerClasses classes = new OwnerClasses(contents.draw().restUnits(), fresh.length);
    double quantile = RatioEstimate.quantile(fresh, confidence);
    ShareFit fit = fit(observed, classes, other, quantile);
    return new ConfidenceInterval(fit.distinct(), fit.end(1 / classes.mostUnits()), fit.end(1));
  }

  private static ShareFit fit(
      ObservedShares observed,
      OwnerClasses classes,
      Optional<ConfidenceInterval> other,
      double quantile) {
    double[] shares = observed.shares();
    ConfidenceInterval second = other.orElse(null);
    // The errors of hardly observed rows depend on the fitted shares, and the fit depends on these
    // errors: so both are computed in turns.
    RealMatrix whitening = observed.whitening(shares);
    ShareFit fit = ShareFit.of(classes, shares, whitening, 1, second, quantile);
    for (int round = 0; round < 2; round++) {
      whitening = observed.whitening(fit.expected());
      fit = ShareFit.of(classes, shares, whitening, 1, second, quantile);
    }
    double inflation = fit.error() / POOR_FIT;
    return inflation > 1
        ? ShareFit.of(classes, shares, whitening, 1 / Math.sqrt(inflation), second, quantile)
        : fit;
  }
}
