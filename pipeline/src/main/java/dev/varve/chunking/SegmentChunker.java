package dev.varve.chunking;

import dev.varve.codec.Digests;
import dev.varve.codec.FingerprintRule;
import dev.varve.codec.ZeroDigests;
import dev.varve.model.Fingerprint;
import dev.varve.model.Segment;
import dev.varve.model.SegmentRecipe;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * Makes a {@link Segment} from a segment's bytes: cuts them, starting at each segment's first byte,
 * and fingerprints the chunks. Zeros are found before they are cut or hashed: each length of zero
 * chunk is hashed once, and where zeros reach to the largest chunk size, the cut is known. Buffers
 * are reused between segments; not thread-safe.
 */
public final class SegmentChunker {
  private final Chunker chunker;
  private final MessageDigest digest;
  private final int width;
  private final byte[] zeros;
  private final int zeroCut;
  private final ZeroDigests zeroDigests;
  private final int[] ends;
  private final boolean[] zeroChunks;
  private final byte[] fingerprints;

  /**
   * @param fingerprint name of the chunks' digest, one of {@link Digests#FINGERPRINTS}
   */
  public SegmentChunker(Chunker chunker, String fingerprint) {
    this(chunker, FingerprintRule.plain(fingerprint));
  }

  /** Cuts segments into chunks with fingerprints of a rule. */
  public SegmentChunker(Chunker chunker, FingerprintRule fingerprint) {
    this.chunker = chunker;
    digest = fingerprint.digest();
    width = digest.getDigestLength();
    zeros = new byte[Math.min(chunker.maxBytes(), Segment.BYTES)];
    zeroCut = chunker.cut(zeros, 0, zeros.length);
    zeroDigests = new ZeroDigests(fingerprint);
    int most = Segment.BYTES / chunker.minBytes() + 1;
    ends = new int[most];
    zeroChunks = new boolean[most];
    fingerprints = new byte[most * width];
  }

  /**
   * The segment at a position of a disk.
   *
   * @param bytes holds the segment from its start on; not kept
   * @param length of the segment, from 1 to {@link Segment#BYTES}
   */
  public Segment segment(long position, byte[] bytes, int length) {
    if (length < 1 || length > Math.min(Segment.BYTES, bytes.length)) {
      throw new IllegalArgumentException("a segment of " + length + " bytes");
    }
    if (isZero(bytes, length)) {
      return Segment.zero(position, length);
    }
    int chunks = 0;
    int smallest = -1;
    int zeroBytes = 0;
    for (int from = 0; from < length; chunks++) {
      int zeroRun = zeroRun(bytes, from, length);
      int end = zeroRun == zeros.length ? from + zeroCut : chunker.cut(bytes, from, length);
      boolean zero = end - from <= zeroRun;
      if (zero) {
        System.arraycopy(zeroDigests.of(end - from), 0, fingerprints, chunks * width, width);
        zeroBytes += end - from;
      } else {
        digest.update(bytes, from, end - from);
        digestInto(chunks * width);
        if (smallest < 0 || compare(chunks, smallest) < 0) {
          smallest = chunks;
        }
      }
      ends[chunks] = end;
      zeroChunks[chunks] = zero;
      from = end;
    }
    digest.update(fingerprints, 0, chunks * width);
    Fingerprint fingerprint = Fingerprint.of(digest.digest());
    SegmentRecipe recipe =
        new SegmentRecipe(
            Arrays.copyOf(ends, chunks),
            Arrays.copyOf(fingerprints, chunks * width),
            Arrays.copyOf(zeroChunks, chunks));
    return new Segment(
        position, length, fingerprint, recipe.fingerprint(smallest), zeroBytes, recipe);
  }

  private boolean isZero(byte[] bytes, int length) {
    int from = 0;
    while (from < length) {
      int run = zeroRun(bytes, from, length);
      if (run < Math.min(zeros.length, length - from)) {
        return false;
      }
      from += run;
    }
    return true;
  }

  /** How many bytes from an offset on are zero; stops counting at the largest chunk size. */
  private int zeroRun(byte[] bytes, int from, int length) {
    if (bytes[from] != 0) {
      return 0;
    }
    int most = Math.min(zeros.length, length - from);
    int run = Arrays.mismatch(bytes, from, from + most, zeros, 0, most);
    return run < 0 ? most : run;
  }

  private int compare(int chunk, int other) {
    return Arrays.compareUnsigned(
        fingerprints,
        chunk * width,
        (chunk + 1) * width,
        fingerprints,
        other * width,
        (other + 1) * width);
  }

  private void digestInto(int at) {
    try {
      digest.digest(fingerprints, at, width);
    } catch (DigestException e) {
      throw new IllegalStateException("no room for a digest of " + width + " bytes", e);
    }
  }
}
