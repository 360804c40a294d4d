package dev.varve.simulation.deletion;

import dev.varve.model.Seed;
import org.apache.commons.collections4.bloomfilter.BitMapExtractor;
import org.apache.commons.collections4.bloomfilter.EnhancedDoubleHasher;
import org.apache.commons.collections4.bloomfilter.Hasher;
import org.apache.commons.collections4.bloomfilter.Shape;
import org.apache.commons.collections4.bloomfilter.SimpleBloomFilter;

/**
 * A Bloom filter over the chunks of a snapshot: it has no false negatives, and a false-positive
 * ratio of eps once it contains as many chunks as expected. Vectors of one shape can be ORed.
 *
 * @see <a href="https://doi.org/10.1145/362686.362692">Bloom: Space/time trade-offs in hash coding
 *     (1970)</a>
 */
public final class SummaryVector {
  private static final long INITIAL_SALT = 0x9e3779b97f4a7c15L;
  private static final long INCREMENT_SALT = 0xc2b2ae3d27d4eb4fL;

  private final SimpleBloomFilter bits;

  /**
   * An empty vector.
   *
   * @param expectedChunks how many the filter, or the OR that it goes into, will contain
   * @param falsePositiveRatio eps at that number, between 0 and 1
   */
  public SummaryVector(int expectedChunks, double falsePositiveRatio) {
    bits = new SimpleBloomFilter(Shape.fromNP(Math.max(1, expectedChunks), falsePositiveRatio));
  }

  /** Adds every chunk. */
  public void add(ChunkReferences references) {
    for (long key : references.keys()) {
      bits.merge(hasher(key));
    }
  }

  /**
   * Adds everything that the other contains; both must have the same size and number of hash
   * functions.
   */
  public void or(SummaryVector other) {
    if (!bits.getShape().equals(other.bits.getShape())) {
      throw new IllegalArgumentException("vectors of two shapes");
    }
    bits.merge((BitMapExtractor) other.bits);
  }

  /** Whether the chunk may have been added; false means that it was not. */
  public boolean mayContain(long key) {
    return bits.contains(hasher(key));
  }

  /** The false-positive ratio, estimated from the bits that are set. */
  public double falsePositiveRatio() {
    Shape shape = bits.getShape();
    double filled = (double) bits.cardinality() / shape.getNumberOfBits();
    return Math.pow(filled, shape.getNumberOfHashFunctions());
  }

  /** Bytes of the bits. */
  public long bytes() {
    return (bits.getShape().getNumberOfBits() + 63L) / 64 * 8;
  }

  /**
   * Two hashes of the key. The key is mixed first, because keys may also be consecutive numbers.
   */
  private static Hasher hasher(long key) {
    return new EnhancedDoubleHasher(Seed.mix(key + INITIAL_SALT), Seed.mix(key ^ INCREMENT_SALT));
  }
}
