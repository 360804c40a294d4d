package dev.varve.content.sharing;

/**
 * Sums over the distinct contents of one kind, from which {@link CompressionEstimate} estimates
 * their compressed size, and over its sample: contents, or pieces of them, that were compressed.
 * Each sample is weighted by the inverse of its probability of being chosen.
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
  private long fullyCompressed;
  private long samples;
  private long sampleBytes;
  private long sampleCompressedBytes;
  private double sampleSize;
  // Sums over the samples: c compressed bytes, k known size, p probability, w = 1 / p.
  private double compressedSquaresOverSize; // c c / k
  private double weightedSize; // w k
  private double weightedCompressed; // w c
  private double squaredWeightSize; // w w k
  private double drawnSquares; // (1 - p) w w k k
  private double drawnProducts; // (1 - p) w w k c
  private double drawnCompressed; // (1 - p) w w c c

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
    double knownSize = Math.max(1, known);
    double weight = 1 / inclusion;
    samples++;
    sampleBytes += length;
    sampleCompressedBytes += compressed;
    sampleSize += knownSize;
    compressedSquaresOverSize += (double) compressed * compressed / knownSize;
    weightedSize += weight * knownSize;
    weightedCompressed += weight * compressed;
    squaredWeightSize += weight * weight * knownSize;
    double drawWeight = (1 - inclusion) * weight * weight;
    drawnSquares += drawWeight * knownSize * knownSize;
    drawnProducts += drawWeight * knownSize * compressed;
    drawnCompressed += drawWeight * compressed * compressed;
  }

  /** Notes that a content was compressed whole; {@link #add} is called in addition. */
  public void addWhole() {
    fullyCompressed++;
  }

  /** The sums of several kinds together, under a name of their own. */
  static SampledContents together(String name, Iterable<SampledContents> kinds) {
    SampledContents all = new SampledContents(name, false, 0, 0, 0);
    for (SampledContents kind : kinds) {
      all.files += kind.files;
      all.bytes += kind.bytes;
      all.size += kind.size;
      all.fullyCompressed += kind.fullyCompressed;
      all.samples += kind.samples;
      all.sampleBytes += kind.sampleBytes;
      all.sampleCompressedBytes += kind.sampleCompressedBytes;
      all.sampleSize += kind.sampleSize;
      all.compressedSquaresOverSize += kind.compressedSquaresOverSize;
      all.weightedSize += kind.weightedSize;
      all.weightedCompressed += kind.weightedCompressed;
      all.squaredWeightSize += kind.squaredWeightSize;
      all.drawnSquares += kind.drawnSquares;
      all.drawnProducts += kind.drawnProducts;
      all.drawnCompressed += kind.drawnCompressed;
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
    return fullyCompressed == files;
  }

  /** Known size of the contents that were not compressed. */
  double unsampledSize() {
    return Math.max(0, size - sampleSize);
  }

  double ratio() {
    return weightedCompressed / weightedSize;
  }

  /**
   * Deviation of the samples from a ratio: the sum of squared differences over their known sizes.
   */
  double squaredDeviation(double ratio) {
    return Math.max(
        0,
        compressedSquaresOverSize - 2 * ratio * sampleCompressedBytes + ratio * ratio * sampleSize);
  }

  /**
   * Known sizes of the samples, each times the square of the number of other contents that it
   * represents.
   */
  double standingSize() {
    double expansion = size / weightedSize;
    return Math.max(
        0, expansion * expansion * squaredWeightSize - 2 * expansion * weightedSize + sampleSize);
  }

  /** The estimate's variance over all samples that could have been drawn. */
  double drawnVariance() {
    double expansion = size / weightedSize;
    double ratio = ratio();
    double squares = drawnCompressed - 2 * ratio * drawnProducts + ratio * ratio * drawnSquares;
    return samples / (samples - 1.0) * expansion * expansion * Math.max(0, squares);
  }
}
