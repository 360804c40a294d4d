package dev.varve.content.chunking;

import dev.varve.input.digest.DigestEngine;
import dev.varve.input.digest.Digests;
import dev.varve.input.digest.FingerprintRule;
import dev.varve.input.digest.PieceDigests;
import dev.varve.input.digest.ZeroDigests;
import dev.varve.model.Fingerprint;
import dev.varve.model.Segment;
import dev.varve.model.SegmentRecipe;
import java.util.Arrays;

/**
 * Makes a {@link Segment} from a segment's bytes: cuts them, starting at each segment's first byte,
 * and fingerprints the chunks. Zeros are found before they are cut or hashed: each length of zero
 * chunk is hashed once, and where zeros reach to the largest chunk size, the cut is known. Buffers
 * are reused between segments; not thread-safe.
 */
public final class SegmentChunker {
  private final Chunker chunker;
  private final PieceDigests digests;
  private final int digestBytes;
  private final byte[] zeros;
  private final int zeroChunkBytes;
  private final ZeroDigests zeroDigests;
  private final int[] ends;
  private final boolean[] zeroChunks;
  private final byte[] fingerprints;

  /**
   * @param fingerprint name of the chunks' digest, one of {@link Digests#FINGERPRINTS}
   */
  public SegmentChunker(Chunker chunker, String fingerprint) {
    this(chunker, FingerprintRule.plain(fingerprint), DigestEngine.JDK);
  }

  /** Cuts segments into chunks with fingerprints of a rule, computed by an engine. */
  public SegmentChunker(Chunker chunker, FingerprintRule fingerprint, DigestEngine engine) {
    this.chunker = chunker;
    digests = new PieceDigests(fingerprint, engine);
    digestBytes = digests.digestBytes();
    zeros = new byte[Math.min(chunker.maxBytes(), Segment.BYTES)];
    zeroChunkBytes = chunker.cut(zeros, 0, zeros.length);
    zeroDigests = new ZeroDigests(fingerprint);
    int mostChunks = Segment.BYTES / chunker.minBytes() + 1;
    ends = new int[mostChunks];
    zeroChunks = new boolean[mostChunks];
    fingerprints = new byte[mostChunks * digestBytes];
  }

  /**
   * The segment at a position of a disk.
   *
   * @param bytes contains the segment from its start on; not kept
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
    int zeroBytes = 0;
    for (int from = 0; from < length; chunks++) {
      int zeroRun = zeroRun(bytes, from, length);
      int end = zeroRun == zeros.length ? from + zeroChunkBytes : chunker.cut(bytes, from, length);
      boolean zero = end - from <= zeroRun;
      if (zero) {
        System.arraycopy(
            zeroDigests.ofZeros(end - from), 0, fingerprints, chunks * digestBytes, digestBytes);
        zeroBytes += end - from;
      }
      ends[chunks] = end;
      zeroChunks[chunks] = zero;
      from = end;
    }
    int smallest = fingerprintChunks(bytes, chunks);
    Fingerprint fingerprint = Fingerprint.of(digests.digest(fingerprints, 0, chunks * digestBytes));
    SegmentRecipe recipe =
        new SegmentRecipe(
            Arrays.copyOf(ends, chunks),
            Arrays.copyOf(fingerprints, chunks * digestBytes),
            Arrays.copyOf(zeroChunks, chunks));
    return new Segment(
        position, length, fingerprint, recipe.fingerprint(smallest), zeroBytes, recipe);
  }

  /** Fingerprints the chunks that are not zero; returns the one whose fingerprint is smallest. */
  private int fingerprintChunks(byte[] bytes, int chunks) {
    int smallest = -1;
    for (int first = 0; first < chunks; first++) {
      int last = first;
      while (last < chunks && !zeroChunks[last]) {
        last++;
      }
      digests.digestAll(bytes, first == 0 ? 0 : ends[first - 1], ends, first, last, fingerprints);
      for (; first < last; first++) {
        if (smallest < 0 || compare(first, smallest) < 0) {
          smallest = first;
        }
      }
    }
    return smallest;
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

  /** Number of zero bytes from an offset on; stops counting at the largest chunk size. */
  private int zeroRun(byte[] bytes, int from, int length) {
    if (bytes[from] != 0) {
      return 0;
    }
    int mostChunks = Math.min(zeros.length, length - from);
    int run = Arrays.mismatch(bytes, from, from + mostChunks, zeros, 0, mostChunks);
    return run < 0 ? mostChunks : run;
  }

  private int compare(int chunk, int other) {
    return Arrays.compareUnsigned(
        fingerprints,
        chunk * digestBytes,
        (chunk + 1) * digestBytes,
        fingerprints,
        other * digestBytes,
        (other + 1) * digestBytes);
  }
}
