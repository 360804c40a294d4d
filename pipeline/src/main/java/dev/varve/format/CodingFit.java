package dev.varve.format;

import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * What a coding takes of bytes by three things that are known of all of them: stored bytes, bytes
 * of contents, and how many contents. Fitted to spans by least squares, each by the inverse of its
 * stored bytes, so that over the sample the fit neither adds nor takes anything.
 *
 * @param storedFactor of stored bytes
 * @param contentFactor of bytes of contents
 * @param countBytes of each content
 * @param errorRatio half width of the interval of the coefficients' part, of the fitted bytes
 * @param spanVariance of what a span takes beyond the fit, of its stored bytes
 */
public record CodingFit(
    double storedFactor,
    double contentFactor,
    double countBytes,
    double errorRatio,
    double spanVariance) {
  private static final int LEAST_SPANS = 12;

  /** A span of the sample. */
  public record Span(double storedBytes, double contentBytes, double contents, double codedBytes) {
    private double[] known(int columns) {
      double[] all = {storedBytes, contents, contentBytes};
      double[] scaled = new double[columns];
      for (int column = 0; column < columns; column++) {
        scaled[column] = all[column] / weight();
      }
      return scaled;
    }

    private double weight() {
      return Math.sqrt(storedBytes + 1);
    }
  }

  /**
   * The fit to at least one span. To few spans, or where all are alike, by stored bytes alone.
   *
   * @param confidence of the interval, such as 0.95
   */
  public static CodingFit of(List<Span> spans, double confidence) {
    for (int columns = spans.size() < LEAST_SPANS ? 1 : 3; columns > 1; columns--) {
      try {
        return fit(spans, columns, confidence);
      } catch (SingularMatrixException e) {
        // One thing follows from the others, such as stored bytes where nothing is compressed.
      }
    }
    return spans.size() < 2 ? ratio(spans) : fit(spans, 1, confidence);
  }

  private static CodingFit ratio(List<Span> spans) {
    double stored = spans.stream().mapToDouble(Span::storedBytes).sum();
    double coded = spans.stream().mapToDouble(Span::codedBytes).sum();
    return new CodingFit(coded / Math.max(1, stored), 0, 0, 1, 0);
  }

  private static CodingFit fit(List<Span> spans, int columns, double confidence) {
    OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
    regression.setNoIntercept(true);
    double[][] known = new double[spans.size()][];
    double[] coded = new double[spans.size()];
    double[] sums = new double[columns];
    for (int row = 0; row < coded.length; row++) {
      Span span = spans.get(row);
      known[row] = span.known(columns);
      coded[row] = span.codedBytes() / span.weight();
      for (int column = 0; column < columns; column++) {
        sums[column] += known[row][column] * span.weight();
      }
    }
    regression.newSampleData(coded, known);
    double[] factors = regression.estimateRegressionParameters();
    double[][] variances = regression.estimateRegressionParametersVariance();
    double sigma = regression.estimateErrorVariance();
    double variance = 0;
    double fitted = 0;
    for (int row = 0; row < columns; row++) {
      fitted += factors[row] * sums[row];
      for (int column = 0; column < columns; column++) {
        variance += sums[row] * sums[column] * variances[row][column];
      }
    }
    double errors =
        new TDistribution(coded.length - (double) columns)
            .inverseCumulativeProbability((1 + confidence) / 2);
    return new CodingFit(
        factors[0],
        columns > 2 ? factors[2] : 0,
        columns > 1 ? factors[1] : 0,
        errors * Math.sqrt(Math.max(0, variance) * sigma) / Math.max(1, fitted),
        errors * errors * sigma);
  }
}
