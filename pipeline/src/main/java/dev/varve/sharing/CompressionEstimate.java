package dev.varve.sharing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Estimated size of distinct contents when each is compressed by itself, from a sample of them. By
 * type, large ones apart, it is the known length of all times the ratio of the samples. These count
 * by the inverse of their probabilities (a ratio estimator). Where all were compressed it is the
 * sum.
 *
 * <p>The interval allows for the larger of two variances: that over the possible samples, and that
 * of a model, in which a content is off by a share of its length. The first is too small where a
 * few large files have most of the bytes and none of them was drawn; the second knows their
 * lengths. How much contents of a type are off is judged by its samples and, as if by {@value
 * #COMMON_SAMPLES} more, by how much all contents are off the common ratio. So a type whose few
 * samples agree by chance is not taken for one without scatter. A type with fewer samples than
 * {@value #LEAST_SAMPLES} is given that of its type, or the common one, and may be off by more.
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

  /** How much more types differ from each other than contents do, by their variance. */
  private static final double BETWEEN_TYPES = 2.5;

  private record Guess(double value, double variance) {
    Guess plus(Guess other) {
      return new Guess(value + other.value, variance + other.variance);
    }
  }

  /**
   * The estimates: one of all, then one of each type, in the order given.
   *
   * @param classes contents by type and size; several of one type are estimated apart and added up
   * @return none where there are fewer than two samples of what is not compressed whole
   */
  public static List<CompressionEstimate> of(List<SampledContents> classes) {
    long samples = classes.stream().mapToLong(SampledContents::samples).sum();
    boolean complete = classes.stream().allMatch(SampledContents::complete);
    if (classes.isEmpty() || (samples < 2 && !complete)) {
      return List.of();
    }
    double common = ratio(classes);
    double scatter =
        sum(classes, contents -> contents.offSquares(common)) / Math.max(1, samples - 1.0);
    Map<String, List<SampledContents>> types = new LinkedHashMap<>();
    for (SampledContents contents : classes) {
      types.computeIfAbsent(contents.type(), type -> new ArrayList<>()).add(contents);
    }
    // A class has a ratio of its own, or one in common with all that have too few samples for it.
    long own = classes.stream().filter(one -> one.samples() >= LEAST_SAMPLES).count();
    long ratios = own < classes.size() ? own + 1 : own;
    double quantile = quantile(Math.max(2.0, samples - (double) ratios));
    List<CompressionEstimate> estimates = new ArrayList<>();
    Guess all = new Guess(0, 0);
    for (Map.Entry<String, List<SampledContents>> type : types.entrySet()) {
      List<SampledContents> ofType = type.getValue();
      Guess guess = new Guess(0, 0);
      for (SampledContents contents : ofType) {
        guess = guess.plus(guess(contents, ofType, common, scatter));
      }
      all = all.plus(guess);
      estimates.add(estimate(type.getKey(), ofType, guess, quantile));
    }
    estimates.add(0, estimate(ALL, classes, all, quantile));
    return estimates;
  }

  private static double sum(
      List<SampledContents> classes, ToDoubleFunction<SampledContents> value) {
    return classes.stream().mapToDouble(value).sum();
  }

  private static double ratio(List<SampledContents> classes) {
    return sum(classes, SampledContents::weightedCompressed)
        / sum(classes, SampledContents::weightedBytes);
  }

  private static Guess guess(
      SampledContents type, List<SampledContents> sameType, double common, double scatter) {
    if (type.complete()) {
      return new Guess(type.sampleCompressedBytes(), 0);
    }
    if (type.samples() < LEAST_SAMPLES) {
      boolean known = sum(sameType, SampledContents::samples) >= LEAST_SAMPLES;
      double ratio = known ? ratio(sameType) : common;
      double left = type.leftBytes();
      return new Guess(
          type.sampleCompressedBytes() + ratio * left,
          scatter * (BETWEEN_TYPES * left * left / (type.samples() + 1.0) + type.leftSquares()));
    }
    double ratio = type.ratio();
    double off =
        (type.offSquares(ratio) + COMMON_SAMPLES * scatter)
            / (type.samples() - 1.0 + COMMON_SAMPLES);
    double modelled = off * (type.leftSquares() + type.standingSquares());
    return new Guess(ratio * type.bytes(), Math.max(modelled, type.drawnVariance()));
  }

  private static CompressionEstimate estimate(
      String name, List<SampledContents> types, Guess guess, double quantile) {
    double half = quantile * Math.sqrt(guess.variance());
    long bytes = types.stream().mapToLong(SampledContents::bytes).sum();
    long sampleBytes = types.stream().mapToLong(SampledContents::sampleBytes).sum();
    long known = types.stream().mapToLong(SampledContents::sampleCompressedBytes).sum();
    // What was not compressed takes something between nothing and its length.
    double most = (double) known + bytes - sampleBytes;
    return new CompressionEstimate(
        name,
        types.stream().mapToLong(SampledContents::files).sum(),
        bytes,
        types.stream().mapToLong(SampledContents::samples).sum(),
        sampleBytes,
        known,
        Math.round(within(guess.value(), (double) known, most)),
        Math.round(within(guess.value() - half, (double) known, most)),
        Math.round(within(guess.value() + half, (double) known, most)));
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
