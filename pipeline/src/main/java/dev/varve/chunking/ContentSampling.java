package dev.varve.chunking;

import dev.varve.codec.PullCodec;
import dev.varve.model.Seed;
import java.io.Serializable;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Which chunks and files are compressed by themselves. That follows from their bytes alone, so that
 * copies agree wherever they are met, and what is of the sample at one share is of it at any larger
 * one (Poisson sampling with permanent random numbers).
 *
 * <p>A chunk is of the sample with the probability of the share. A file is the more likely the
 * larger it is: to compress it costs in proportion to its length, and so does what it may be off,
 * for which the best probability goes with the root of the length, up to {@value #MOST_FOLD} times
 * that of a file of 1 MiB, so that large files cannot make it cost much more than their share.
 *
 * @see <a href="https://doi.org/10.1007/978-1-4612-4378-6">Särndal, Swensson, Wretman: Model
 *     assisted survey sampling (1992), sections 3.5 and 12.2</a>
 * @param share of what there is to compress, 0..1; all of it at 1
 * @param codecs compress each what is of the sample
 * @param seed one sample of many; the same everywhere, for copies to agree
 */
public record ContentSampling(double share, List<PullCodec> codecs, Seed seed)
    implements Serializable {
  /** Compresses nothing. */
  public static final ContentSampling NONE = new ContentSampling(0, List.of(), new Seed(0));

  /** Bytes at the start of a file that decide, with its length. */
  static final int HEAD_BYTES = 4096;

  /** Length of a file that is of a small sample with the probability of the share. */
  private static final double COMMON_BYTES = 1 << 20;

  /** How much more likely than that the largest files are. */
  private static final double MOST_FOLD = 2;

  /** Keeps a list that nobody changes. */
  public ContentSampling {
    codecs = List.copyOf(codecs);
  }

  /** Whether anything is compressed. */
  public boolean samples() {
    return share > 0 && !codecs.isEmpty();
  }

  /** The same with another share. */
  public ContentSampling of(double other) {
    return new ContentSampling(other, codecs, seed);
  }

  /** The probability with which a file of so many bytes, at least one, is of the sample. */
  public double inclusion(long bytes) {
    double fold = Math.min(MOST_FOLD, Math.sqrt(bytes / COMMON_BYTES));
    return Math.min(1, share / (1 - share) * fold);
  }

  /** Whether a file is, by its length and its first bytes; files that begin alike are, or not. */
  boolean takesFile(long bytes, byte[] head, int length) {
    CRC32C sum = new CRC32C();
    sum.update(head, 0, length);
    return number(seed.at(bytes).at(sum.getValue()).value()) < inclusion(bytes);
  }

  /** Whether a chunk is of the sample, by its fingerprint. */
  boolean takesChunk(byte[] fingerprint) {
    long leading = 0;
    for (int index = 0; index < Long.BYTES; index++) {
      leading = (leading << Byte.SIZE) | (fingerprint[index] & 0xff);
    }
    return number(leading) < share;
  }

  /** The upper 53 bits are a number from 0 to 1 without rounding. */
  private static double number(long bits) {
    return (bits >>> 11) * 0x1p-53;
  }
}
