package dev.varve.content.sharing;

/**
 * Sums over the distinct contents of one kind, and over its sample: contents, or pieces of them,
 * that were compressed. Each sample is weighted by the inverse of its probability of being chosen.
 *
 * <p>The compressed size of a sample is compared with its known size: its stored bytes, or its
 * length where these are not known.
 */
public final class SampledContents {
  private final String type;
  private final boolean isPacked;
  private long files;
  private long bytes;
  private double size;
  private long wholes;
  private long samples;
  private long sampleBytes;
  private long sampleCompressedBytes;
  private double sampleSize;
  private double quotients;
  private double weightedSize;
  private double weightedCompressed;
  private double twiceWeightedSize;
  private double drawnSquares;
  private double drawnProducts;
  private double drawnCompressed;

  /**
   * @param type of the contents
   * @param isPacked whether they are stored compressed to fewer bytes than their length
   * @param files how many distinct ones there are
   * @param bytes length of all of them
   * @param size known size of all of them, in bytes
   */
  public SampledContents(String type, boolean isPacked, long files, long bytes, double size) {
    this.type = type;
    this.isPacked = isPacked;
    this.files = files;
    this.bytes = bytes;
    this.size = size;
  }

  /**
   * Adds a sample.
   *
   * @param length above 0
   * @param known its known size; counts as at least 1
   * @param compressed at most the length
   * @param inclusion the probability of being chosen, above 0
   */
  public void add(long length, double known, long compressed, double inclusion) {
    double own = Math.max(1, known);
    double weight = 1 / inclusion;
    samples++;
    sampleBytes += length;
    sampleCompressedBytes += compressed;
    sampleSize += own;
    quotients += (double) compressed * compressed / own;
    weightedSize += weight * own;
    weightedCompressed += weight * compressed;
    twiceWeightedSize += weight * weight * own;
    double drawn = (1 - inclusion) * weight * weight;
    drawnSquares += drawn * own * own;
    drawnProducts += drawn * own * compressed;
    drawnCompressed += drawn * compressed * compressed;
  }

  /** Notes that a content was compressed whole; {@link #add} is called in addition. */
  public void addWhole() {
    wholes++;
  }

  /** The sums of several kinds together, under a name of their own. */
  static SampledContents together(String name, Iterable<SampledContents> kinds) {
    SampledContents all = new SampledContents(name, false, 0, 0, 0);
    for (SampledContents one : kinds) {
      all.files += one.files;
      all.bytes += one.bytes;
      all.size += one.size;
      all.wholes += one.wholes;
      all.samples += one.samples;
      all.sampleBytes += one.sampleBytes;
      all.sampleCompressedBytes += one.sampleCompressedBytes;
      all.sampleSize += one.sampleSize;
      all.quotients += one.quotients;
      all.weightedSize += one.weightedSize;
      all.weightedCompressed += one.weightedCompressed;
      all.twiceWeightedSize += one.twiceWeightedSize;
      all.drawnSquares += one.drawnSquares;
      all.drawnProducts += one.drawnProducts;
      all.drawnCompressed += one.drawnCompressed;
    }
    return all;
  }

  String type() {
    return type;
  }

  boolean isPacked() {
    return isPacked;
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

  double size() {
    return size;
  }

  boolean complete() {
    return wholes == files;
  }

  /** Known size of the contents that were not compressed. */
  double leftSize() {
    return Math.max(0, size - sampleSize);
  }

  double ratio() {
    return weightedCompressed / weightedSize;
  }

  /**
   * Deviation of the samples from a ratio: the sum of squared differences over their known sizes.
   */
  double offSquares(double from) {
    return Math.max(0, quotients - 2 * from * sampleCompressedBytes + from * from * sampleSize);
  }

  /**
   * Known sizes of the samples, each times the square of the number of other contents that it
   * represents.
   */
  double standingSize() {
    double by = size / weightedSize;
    return Math.max(0, by * by * twiceWeightedSize - 2 * by * weightedSize + sampleSize);
  }

  /** The estimate's variance over all samples that could have been drawn. */
  double drawnVariance() {
    double by = size / weightedSize;
    double ratio = ratio();
    double squares = drawnCompressed - 2 * ratio * drawnProducts + ratio * ratio * drawnSquares;
    return samples / (samples - 1.0) * by * by * Math.max(0, squares);
  }
}
