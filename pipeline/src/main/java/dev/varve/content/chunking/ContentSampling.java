package dev.varve.content.chunking;

import dev.varve.input.codec.PullCodec;
import dev.varve.model.Seed;
import java.io.Serializable;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Choice of the chunks and pieces of files that are compressed by themselves, as a sample. The
 * choice follows from their bytes alone, so that all copies of a content agree. The sample of one
 * share is a part of the sample of any larger share (Poisson sampling with permanent random
 * numbers).
 *
 * <p>A chunk is in the sample with a probability of the share. Files are taken in pieces of {@value
 * #PIECE_BYTES} bytes, so that a sample looks into many large files and not through a few; most
 * files are a single piece. The probability of a piece grows with the square root of its length.
 * That is best where both its cost and its possible error grow with the length. Where all is
 * compressed, files of at most 256 MiB are compressed whole. A piece compressed by itself takes a
 * little more than within its file, as the codec starts without context. (The difference is 1.3 %
 * with gzip-6 and 5 % with zstd-3, for executables and libraries of 2 to 40 MiB.)
 *
 * @see <a href="https://doi.org/10.1007/978-1-4612-4378-6">Särndal, Swensson, Wretman: Model
 *     assisted survey sampling (1992), sections 3.5 and 12.2</a>
 * @param share of the bytes, 0..1; at 1 all of them, but for {@link #MOST_FILE_BYTES}
 * @param codecs codecs that each compress the whole sample
 * @param seed determines the sample; it must be equal on all machines, so that copies agree
 */
public record ContentSampling(double share, List<PullCodec> codecs, Seed seed)
    implements Serializable {
  /** Bytes at the start of a file that decide, with its length and the number of the piece. */
  static final int DECIDING_HEAD_BYTES = 512;

  /** The longest piece of a file that is compressed by itself. */
  static final int PIECE_BYTES = 128 << 10;

  /**
   * Approximate limit of the bytes of one file that are compressed, as a few stored bytes can
   * inflate to a file of terabytes of zeros.
   */
  static final long MOST_FILE_BYTES = 256L << 20;

  /** Keeps a list that nobody changes. */
  public ContentSampling {
    codecs = List.copyOf(codecs);
  }

  /** Whether anything is compressed. */
  public boolean isSampling() {
    return share > 0 && !codecs.isEmpty();
  }

  /** This sampling with another share. */
  public ContentSampling withShare(double newShare) {
    return new ContentSampling(newShare, codecs, seed);
  }

  /** Length of the pieces of a file of {@code bytes} bytes; the last piece may be shorter. */
  public long pieceBytes(long bytes) {
    return share < 1 || bytes > MOST_FILE_BYTES ? Math.min(bytes, PIECE_BYTES) : bytes;
  }

  /**
   * The probability that a piece is in the sample.
   *
   * @param bytes of it, at least one
   * @param fileBytes of its file
   */
  public double inclusion(long bytes, long fileBytes) {
    double most = Math.min(1, MOST_FILE_BYTES / (double) fileBytes);
    return Math.min(most, share / (1 - share) * Math.sqrt(bytes / (double) PIECE_BYTES));
  }

  /** The seed of the pieces of a file, by its length and its first bytes. */
  Seed pieceSeed(long bytes, byte[] head, int length) {
    CRC32C sum = new CRC32C();
    sum.update(head, 0, length);
    return seed.at(bytes).at(sum.getValue());
  }

  /**
   * Whether a piece is in the sample. Files of equal length and equal first bytes have equal pieces
   * in it.
   */
  boolean takesPiece(Seed pieceSeed, long pieceNumber, long bytes, long fileBytes) {
    return toUnitInterval(pieceSeed.at(pieceNumber).value()) < inclusion(bytes, fileBytes);
  }

  /** Whether a chunk is in the sample, by its fingerprint. */
  boolean takesChunk(byte[] fingerprint) {
    long leading = 0;
    for (int index = 0; index < Long.BYTES; index++) {
      leading = (leading << Byte.SIZE) | (fingerprint[index] & 0xff);
    }
    return toUnitInterval(leading) < share;
  }

  /** A number from 0 to 1 from the upper 53 bits, as a double holds 53 bits without rounding. */
  private static double toUnitInterval(long bits) {
    return (bits >>> 11) * 0x1p-53;
  }
}
