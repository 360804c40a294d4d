package dev.varve.content.twin;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Rule for the pairs of sets that are compared: those whose signatures agree in all values of at
 * least one band. Two sets of similarity s agree so with probability 1 - (1 - s^rows)^bands
 * (Leskovec, Rajaraman, Ullman, Mining of massive datasets, 3.4).
 *
 * @param bands bands of a signature
 * @param rows values of a band
 */
public record Banding(int bands, int rows) implements Serializable {
  /** Number of values of a signature. */
  public int values() {
    return bands * rows;
  }

  /** The probability that two sets of this similarity are compared. */
  public double probability(double similarity) {
    return 1 - Math.pow(1 - Math.pow(similarity, rows), bands);
  }

  /**
   * The bucket of each band, in order: a hash of the band's values. Sets in one bucket are
   * compared.
   */
  public List<Long> buckets(byte[] signature) {
    ByteBuffer values = ByteBuffer.wrap(signature);
    List<Long> buckets = new ArrayList<>(bands);
    for (int band = 0; band < bands; band++) {
      long bucket = band;
      for (int row = 0; row < rows; row++) {
        bucket = Mixing.mix(bucket ^ values.getLong());
      }
      buckets.add(bucket);
    }
    return buckets;
  }

  /**
   * Sketch of a signature: the last byte of each value, which is enough to estimate how similar two
   * sets are.
   */
  public static byte[] sketch(byte[] signature) {
    byte[] sketch = new byte[signature.length / Long.BYTES];
    for (int index = 0; index < sketch.length; index++) {
      sketch[index] = signature[index * Long.BYTES + Long.BYTES - 1];
    }
    return sketch;
  }
}
