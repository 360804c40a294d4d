package dev.varve.content.format;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * A linear estimate of coded bytes from three figures that are known of all layers: stored bytes,
 * bytes of contents, and number of contents. It is fitted to sampled spans by least squares. Each
 * span has the inverse of its stored bytes as its weight, so that the fit gives the measured sum
 * over the sample. Layers deviate from the fit more than their spans deviate from each other. So
 * each sampled layer has a {@link Correction}.
 *
 * @param storedFactor coded bytes for each stored byte
 * @param contentFactor coded bytes for each byte of contents
 * @param countBytes coded bytes for each content
 * @param errorRatio half width of the interval of the fitted bytes, over these bytes, as far as the
 *     factors are uncertain
 * @param spanVariance squared half width of a span's deviation from its layer, for each stored byte
 * @param layerVariance squared half width of a layer's deviation from the fit, for each squared
 *     stored byte; at least a quarter of that of a span
 */
public record CodingFit(
    double storedFactor,
    double contentFactor,
    double countBytes,
    double errorRatio,
    double spanVariance,
    double layerVariance) {
  /** Number of spans below which only the stored factor is fitted. */
  private static final int LEAST_SPANS = 12;

  /** Number of spans from which on a layer's own deviation from the fit counts at least half. */
  private static final double HALF_SHARE_SPANS = 4;

  /**
   * Length below which a column, scaled to length 1, counts as a linear combination of the others
   * once these are projected out.
   */
  private static final double SINGULAR = 1e-9;

  /**
   * A span of the sample.
   *
   * @param layerDigest of the layer that the span is a part of
   * @param storedBytes what the span takes in the layer's blob, or in the base coding
   * @param contentBytes of files in the span, uncompressed
   * @param contents number of these files
   * @param codedBytes what the span takes in the coding
   */
  public record CodedSpan(
      String layerDigest,
      double storedBytes,
      double contentBytes,
      double contents,
      double codedBytes) {
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
   * The deviation of a sampled layer from the fit. The bytes of its spans are measured. The more
   * spans there are, the more of their deviation is assumed for its other bytes.
   *
   * @param storedBytes stored bytes of the layer's sampled spans
   * @param beyondBytes measured bytes of these spans less the bytes that the fit gives
   * @param ratio that is added to the stored factor for all other bytes
   * @param variance the part of {@link #layerVariance} that remains for the other bytes
   */
  public record Correction(double storedBytes, double beyondBytes, double ratio, double variance) {}

  /** Sums of the bytes that the spans of a layer take beyond the fit. */
  private static final class LayerDeviation {
    private double measured;
    private double stored;
    private double deviation;
    private double squares;
    private int spans;

    void add(double storedBytes, double bytes) {
      measured += storedBytes;
      stored += storedBytes + 1;
      deviation += bytes;
      squares += bytes * bytes / (storedBytes + 1);
      spans++;
    }

    double ratio() {
      return deviation / stored;
    }
  }

  /**
   * The fit to at least one span. With few spans, or with spans that are all alike, only the stored
   * bytes are used.
   *
   * @param confidence of the interval, such as 0.95
   */
  public static CodingFit of(List<CodedSpan> spans, double confidence) {
    for (int columns = spans.size() < LEAST_SPANS ? 1 : 3; columns > 1; columns--) {
      try {
        return fit(spans, columns, confidence);
      } catch (SingularMatrixException e) {
        // The columns are linearly dependent, such as stored bytes and contents where nothing is
        // compressed.
      }
    }
    return spans.size() < 2 ? ratio(spans) : fit(spans, 1, confidence);
  }

  private static CodingFit ratio(List<CodedSpan> spans) {
    double stored = spans.stream().mapToDouble(CodedSpan::storedBytes).sum();
    double coded = spans.stream().mapToDouble(CodedSpan::codedBytes).sum();
    return new CodingFit(coded / Math.max(1, stored), 0, 0, 1, 0, 0);
  }

  private static CodingFit fit(List<CodedSpan> spans, int columns, double confidence) {
    double[][] known = spans.stream().map(span -> span.known(columns)).toArray(double[][]::new);
    double[] coded =
        spans.stream().mapToDouble(span -> span.codedBytes() / span.weight()).toArray();
    double[] norms = new double[columns];
    for (int column = 0; column < columns; column++) {
      int one = column;
      double squares = Arrays.stream(known).mapToDouble(row -> row[one] * row[one]).sum();
      norms[column] = squares > 0 ? Math.sqrt(squares) : 1;
      Arrays.stream(known).forEach(row -> row[one] /= norms[one]);
    }
    OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression(SINGULAR);
    regression.setNoIntercept(true);
    regression.newSampleData(coded, known);
    double[] factors = regression.estimateRegressionParameters();
    for (int column = 0; column < columns; column++) {
      factors[column] /= norms[column];
    }
    double sigma = regression.estimateErrorVariance();
    double errors =
        new TDistribution(coded.length - (double) columns)
            .inverseCumulativeProbability((1 + confidence) / 2);
    // Weights are the first column, so the variance of the sum is that of a ratio of two sums.
    double stored = spans.stream().mapToDouble(CodedSpan::storedBytes).sum();
    double sum = spans.stream().mapToDouble(CodedSpan::codedBytes).sum();
    CodingFit fit =
        new CodingFit(
            factors[0],
            columns > 2 ? factors[2] : 0,
            columns > 1 ? factors[1] : 0,
            errors * Math.sqrt(stored * sigma) / Math.max(1, sum),
            errors * errors * sigma,
            0);
    return fit.splitVariance(spans, errors * errors);
  }

  /** Bytes of a span by the fit alone. */
  private double bytes(CodedSpan span) {
    return storedFactor * span.storedBytes()
        + contentFactor * span.contentBytes()
        + countBytes * span.contents();
  }

  private Map<String, LayerDeviation> layers(List<CodedSpan> spans) {
    Map<String, LayerDeviation> layers = new LinkedHashMap<>();
    for (CodedSpan span : spans) {
      layers
          .computeIfAbsent(span.layerDigest(), layer -> new LayerDeviation())
          .add(span.storedBytes(), span.codedBytes() - bytes(span));
    }
    return layers;
  }

  /** The variance of spans, taken apart into that within layers and that between them. */
  private CodingFit splitVariance(List<CodedSpan> spans, double squaredErrors) {
    double within = 0;
    double between = 0;
    double stored = 0;
    int degrees = 0;
    Map<String, LayerDeviation> layers = layers(spans);
    for (LayerDeviation layer : layers.values()) {
      within += layer.squares - layer.ratio() * layer.ratio() * layer.stored;
      degrees += layer.spans - 1;
      between += layer.ratio() * layer.ratio() * layer.stored;
      stored += layer.stored;
    }
    if (degrees == 0) {
      return this;
    }
    double ofSpans = Math.max(0, within) / degrees;
    double ofLayers =
        Math.max(
            ofSpans * spans.size() / (HALF_SHARE_SPANS * stored),
            (between - ofSpans * layers.size()) / stored);
    return new CodingFit(
        storedFactor,
        contentFactor,
        countBytes,
        errorRatio,
        squaredErrors * ofSpans,
        squaredErrors * ofLayers);
  }

  /** Corrections of the layers of spans, by their digests. */
  public Map<String, Correction> corrections(List<CodedSpan> spans) {
    Map<String, Correction> corrections = new LinkedHashMap<>();
    layers(spans)
        .forEach(
            (layer, beyond) -> {
              double ofMean = spanVariance / beyond.stored;
              double share = layerVariance == 0 ? 0 : layerVariance / (layerVariance + ofMean);
              corrections.put(
                  layer,
                  new Correction(
                      beyond.measured,
                      beyond.deviation,
                      share * beyond.ratio(),
                      (1 - share) * layerVariance));
            });
    return corrections;
  }
}
