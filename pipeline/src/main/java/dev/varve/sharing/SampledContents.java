package dev.varve.sharing;

/**
 * Contents of one type and class of size: all of them, and sums over those that were compressed, or
 * pieces of them. Each of these counts with the inverse of the probability that it was chosen with.
 */
public final class SampledContents {
  private final String type;
  private final long files;
  private final long bytes;
  private final double squares;
  private long wholes;
  private long samples;
  private long sampleBytes;
  private long sampleCompressedBytes;
  private double sampleSquares;
  private double ratios;
  private double ratioSquares;
  private double weightedBytes;
  private double weightedCompressed;
  private double weightedSquares;
  private double twiceWeightedSquares;
  private double drawnBytes;
  private double drawnProducts;
  private double drawnCompressed;

  /**
   * @param type of the contents
   * @param files how many distinct ones there are
   * @param bytes of all of them
   * @param squares sum of the squares of the lengths of what is sampled: pieces, or all of them
   */
  public SampledContents(String type, long files, long bytes, double squares) {
    this.type = type;
    this.files = files;
    this.bytes = bytes;
    this.squares = squares;
  }

  /**
   * Counts one that was compressed.
   *
   * @param length above 0
   * @param compressed at most that
   * @param inclusion the probability of being chosen, above 0
   */
  public void add(long length, long compressed, double inclusion) {
    double weight = 1 / inclusion;
    double ratio = (double) compressed / length;
    double square = (double) length * length;
    samples++;
    sampleBytes += length;
    sampleCompressedBytes += compressed;
    sampleSquares += square;
    ratios += ratio;
    ratioSquares += ratio * ratio;
    weightedBytes += weight * length;
    weightedCompressed += weight * compressed;
    weightedSquares += weight * square;
    twiceWeightedSquares += weight * weight * square;
    double drawn = (1 - inclusion) * weight * weight;
    drawnBytes += drawn * square;
    drawnProducts += drawn * length * compressed;
    drawnCompressed += drawn * compressed * compressed;
  }

  /** Counts one that was compressed whole, in addition to those of {@link #add}. */
  public void addWhole() {
    wholes++;
  }

  String type() {
    return type;
  }

  long files() {
    return files;
  }

  long bytes() {
    return bytes;
  }

  long samples() {
    return samples;
  }

  long sampleBytes() {
    return sampleBytes;
  }

  long sampleCompressedBytes() {
    return sampleCompressedBytes;
  }

  double weightedBytes() {
    return weightedBytes;
  }

  double weightedCompressed() {
    return weightedCompressed;
  }

  boolean complete() {
    return wholes == files;
  }

  double leftBytes() {
    return (double) bytes - sampleBytes;
  }

  /** Squares of the lengths of those that were not compressed. */
  double leftSquares() {
    return Math.max(0, squares - sampleSquares);
  }

  double ratio() {
    return weightedCompressed / weightedBytes;
  }

  /** Squared differences of the samples' ratios from another one. */
  double offSquares(double from) {
    return Math.max(0, ratioSquares - 2 * from * ratios + from * from * samples);
  }

  /** Squares of what each sampled byte stands for apart from itself, if these stand for all. */
  double standingSquares() {
    double by = bytes / weightedBytes;
    return Math.max(0, by * by * twiceWeightedSquares - 2 * by * weightedSquares + sampleSquares);
  }

  /** The estimate's variance over all samples that could have been drawn. */
  double drawnVariance() {
    double by = bytes / weightedBytes;
    double ratio = ratio();
    double squares = drawnCompressed - 2 * ratio * drawnProducts + ratio * ratio * drawnBytes;
    return samples / (samples - 1.0) * by * by * Math.max(0, squares);
  }
}
