package dev.varve.model;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The source of randomness. Each random choice has its own seed, derived by name and number from
 * the one seed of the run: {@code seed.at("layer").at(17).random()}. So neither the order of the
 * work nor its partitions nor a retry can change what is drawn.
 *
 * <p>A child's value is {@code mix(mix(value + salt) + gamma * key)} modulo 2^64. The key of a name
 * is the FNV-1a hash of its UTF-8 bytes; the key of an index is the index itself. Names and indices
 * have salts of their own, so that a child never equals a draw of its parent's generator. {@code
 * mix} is the finaliser of SplitMix64, a bijection: two indices never lead to the same child.
 *
 * @see <a href="https://doi.org/10.1145/2714064.2660195">Steele, Lea, Flood: Fast splittable
 *     pseudorandom number generators (OOPSLA 2014)</a>
 * @see <a href="https://datatracker.ietf.org/doc/html/rfc9923">RFC 9923: the FNV hash</a>
 * @param value the seed; all 64 bits are significant
 */
public record Seed(long value) implements Serializable {
  /** The odd constant of SplitMix64: 2^64 divided by the golden ratio. */
  private static final long GAMMA = 0x9e3779b97f4a7c15L;

  /** The salts: the words name and index in ASCII. */
  private static final long NAME_SALT = 0x6e616d6500000000L;

  private static final long INDEX_SALT = 0x696e646578000000L;
  private static final long FNV_OFFSET_BASIS = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  /** The seed of the random choice of this name. */
  public Seed at(String name) {
    long hash = FNV_OFFSET_BASIS;
    for (byte letter : name.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (letter & 0xff)) * FNV_PRIME;
    }
    return child(NAME_SALT, hash);
  }

  /** The seed of the random choice of this number. */
  public Seed at(long index) {
    return child(INDEX_SALT, index);
  }

  /** A new generator, at its start; the same seed always gives the same sequence. */
  public RandomGenerator random() {
    return new SplittableRandom(value);
  }

  private Seed child(long salt, long key) {
    return new Seed(mix(mix(value + salt) + GAMMA * key));
  }

  /** The finaliser of SplitMix64, a bijection that scatters neighbouring numbers. */
  public static long mix(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
