package dev.varve.content.sharing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimated size of distinct contents when each is compressed by itself, from a sample of them. It
 * is the known size of all, which is their stored bytes, times the ratio of what the samples took
 * to their known sizes. Samples are weighted by the inverse of their probabilities (a ratio
 * estimator with an auxiliary variable). Contents that are stored uncompressed have a ratio of
 * their own, as their known size is their length. Where all contents were compressed, the estimate
 * is their exact sum.
 *
 * <p>The interval allows for the larger of two variances. The first is the variance over the
 * possible samples. The second assumes a model in which the squared deviation of a content grows
 * with its known size. The first is too small where few samples have most of the deviation. The
 * deviation of a type is estimated from its samples and from {@value #COMMON_SAMPLES} imagined
 * ones, which deviate as the samples of all types do from their common ratio.
 *
 * <p>A type has the ratio of its own samples, or with fewer than {@value #LEAST_SAMPLES} the ratio
 * of all samples. The sum over types differs from the estimate for all, which is the better one. So
 * the difference is divided among the types in proportion to their variances.
 *
 * @see <a href="https://doi.org/10.1007/978-1-4612-4378-6">Särndal, Swensson, Wretman: Model
 *     assisted survey sampling (1992), sections 5.6, 6.5, 7.3</a>
 * @param type of the contents; {@link #ALL} for all of them together
 * @param files distinct contents
 * @param bytes their length
 * @param samples how many were compressed
 * @param sampleBytes their length
 * @param sampleCompressedBytes what they took
 * @param compressedBytes what all would take
 * @param lowBytes lower end of the interval
 * @param highBytes upper end
 */
public record CompressionEstimate(
    String type,
    long files,
    long bytes,
    long samples,
    long sampleBytes,
    long sampleCompressedBytes,
    long compressedBytes,
    long lowBytes,
    long highBytes) {
  /** Stands for the type of all together. */
  public static final String ALL = "all";

  /** Confidence of the intervals. */
  public static final double CONFIDENCE = 0.95;

  private static final double NORMAL_QUANTILE = 1.959963985;
  private static final int LEAST_SAMPLES = 4;
  private static final int COMMON_SAMPLES = 10;

  /** Variance of the ratio of a kind without samples around the common ratio. */
  private static final double BETWEEN_KINDS = 0.1;

  private record Estimated(double value, double variance) {
    Estimated plus(Estimated other) {
      return new Estimated(value + other.value, variance + other.variance);
    }
  }

  /**
   * The estimates: one of all, then one of each type, in the order given.
   *
   * @param kinds contents by type, those stored as they are apart
   * @return none where there are fewer than two samples of what is not compressed whole
   */
  public static List<CompressionEstimate> of(List<SampledContents> kinds) {
    SampledContents whole = SampledContents.together(ALL, kinds);
    if (kinds.isEmpty() || (whole.samples() < 2 && !whole.complete())) {
      return List.of();
    }
    double common = whole.complete() && whole.samples() == 0 ? 0 : whole.ratio();
    double deviation = whole.squaredDeviation(common) / Math.max(1, whole.samples() - 1.0);
    Estimated all = new Estimated(0, 0);
    double[] ratios = new double[2];
    int ratiosOfOwnSamples = 0;
    for (int form = 0; form < 2; form++) {
      boolean isPacked = form == 1;
      SampledContents stored =
          SampledContents.together(
              ALL, kinds.stream().filter(kind -> kind.isPacked() == isPacked).toList());
      ratios[form] = stored.samples() >= LEAST_SAMPLES ? stored.ratio() : common;
      ratiosOfOwnSamples += stored.samples() >= LEAST_SAMPLES ? 1 : 0;
      all = all.plus(guess(stored, common, deviation));
    }
    double quantile = quantile(Math.max(2.0, whole.samples() - Math.max(1.0, ratiosOfOwnSamples)));
    Map<String, List<SampledContents>> types = new LinkedHashMap<>();
    kinds.forEach(kind -> types.computeIfAbsent(kind.type(), type -> new ArrayList<>()).add(kind));
    Map<String, Estimated> guesses = new LinkedHashMap<>();
    Estimated sum = new Estimated(0, 0);
    for (Map.Entry<String, List<SampledContents>> type : types.entrySet()) {
      Estimated estimated = new Estimated(0, 0);
      for (SampledContents kind : type.getValue()) {
        estimated = estimated.plus(guess(kind, ratios[kind.isPacked() ? 1 : 0], deviation));
      }
      guesses.put(type.getKey(), estimated);
      sum = sum.plus(estimated);
    }
    List<CompressionEstimate> estimates = new ArrayList<>();
    estimates.add(estimate(ALL, whole, all, quantile));
    double missing = sum.variance() > 0 ? (all.value() - sum.value()) / sum.variance() : 0;
    for (Map.Entry<String, Estimated> type : guesses.entrySet()) {
      Estimated estimated = type.getValue();
      SampledContents ofType =
          SampledContents.together(type.getKey(), types.getOrDefault(type.getKey(), List.of()));
      estimates.add(
          estimate(
              type.getKey(),
              ofType,
              new Estimated(
                  estimated.value() + missing * estimated.variance(), estimated.variance()),
              quantile));
    }
    return estimates;
  }

  private static Estimated guess(SampledContents kind, double common, double commonDeviation) {
    if (kind.complete()) {
      return new Estimated(kind.sampleCompressedBytes(), 0);
    }
    if (kind.samples() < LEAST_SAMPLES) {
      double unsampledSize = kind.unsampledSize();
      double between =
          BETWEEN_KINDS * common * common * unsampledSize * unsampledSize / (kind.samples() + 1.0);
      return new Estimated(
          kind.sampleCompressedBytes() + common * unsampledSize,
          between + commonDeviation * unsampledSize);
    }
    double ratio = kind.ratio();
    double deviation =
        (kind.squaredDeviation(ratio) + COMMON_SAMPLES * commonDeviation)
            / (kind.samples() - 1.0 + COMMON_SAMPLES);
    double modelled = deviation * (kind.unsampledSize() + kind.standingSize());
    return new Estimated(ratio * kind.size(), Math.max(modelled, kind.drawnVariance()));
  }

  private static CompressionEstimate estimate(
      String name, SampledContents kind, Estimated estimated, double quantile) {
    double half = quantile * Math.sqrt(estimated.variance());
    long known = kind.sampleCompressedBytes();
    // Contents that were not compressed take between 0 bytes and their length.
    double most = (double) known + kind.bytes() - kind.sampleBytes();
    return new CompressionEstimate(
        name,
        kind.files(),
        kind.bytes(),
        kind.samples(),
        kind.sampleBytes(),
        known,
        Math.round(within(estimated.value(), (double) known, most)),
        Math.round(within(estimated.value() - half, (double) known, most)),
        Math.round(within(estimated.value() + half, (double) known, most)));
  }

  private static double within(double value, double least, double most) {
    return Math.max(least, Math.min(most, value));
  }

  /**
   * The quantile of Student's t, by its expansion around the normal one (Abramowitz, Stegun
   * 26.7.5): 4.29 for two degrees, where it is 4.30.
   */
  private static double quantile(double degrees) {
    double z = NORMAL_QUANTILE;
    double z2 = z * z;
    double first = (z2 + 1) * z / 4;
    double second = ((5 * z2 + 16) * z2 + 3) * z / 96;
    double third = (((3 * z2 + 19) * z2 + 17) * z2 - 15) * z / 384;
    double fourth = ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) * z / 92160;
    return z + (first + (second + (third + fourth / degrees) / degrees) / degrees) / degrees;
  }
}
