package dev.varve.input.digest;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.File;
import java.io.IOException;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * SHA-256 by the instructions of the processor, from C (src/main/c of this module). The digests of
 * an archive, of the file inside it and of its blob, computed together, take little more time than
 * one. The same holds for two pieces of an array. Not available where the processor lacks the
 * instructions, the build had no C compiler, or the self-test at load finds digests that differ
 * from the JDK's.
 */
final class NativeSha256 extends MessageDigest {
  private static final String RESOURCE =
      "/dev/varve/native/" + Platform.RESOURCE_PREFIX + "/libdigests.so";

  private static final int BYTES = 32;
  private static final boolean AVAILABLE = load(RESOURCE);

  /** State of this digest, in the layout of the C code. */
  private final byte[] state = new byte[stateBytes()];

  private NativeSha256() {
    super("SHA-256");
    begin(state);
  }

  /** Whether the library was loaded, for this processor, and passed its self-test. */
  static boolean isAvailable() {
    return AVAILABLE;
  }

  /** A digest. */
  static NativeSha256 open() {
    if (!AVAILABLE) {
      throw new IllegalStateException("the native digest is not available");
    }
    return new NativeSha256();
  }

  /**
   * Updates three digests together: this one, of an archive; the digest of a file inside it; and
   * that of the blob that contains the archive.
   *
   * @param framing number of bytes from {@code from} on that are in the archive alone
   * @param bytes number of bytes behind them that are in the file too
   * @param file the digest of the file; null when the whole file is within these bytes
   * @param ended receives the file's digest, which begins anew; null where the file goes on
   * @param blob digest of the blob, whose waiting bytes may be digested alongside; null for none
   */
  void updateWith(
      byte[] input,
      int from,
      int framing,
      int bytes,
      @Nullable NativeSha256 file,
      byte @Nullable [] ended,
      @Nullable BlobDigest blob) {
    Objects.checkFromIndexSize(from, framing, input.length);
    Objects.checkFromIndexSize(from + framing, bytes, input.length);
    byte[] fileState = file == null ? null : file.state;
    NativeSha256 stored = blob == null ? null : blob.waiting();
    if (blob == null || stored == null) {
      updateAll(state, input, from, framing, bytes, fileState, ended, null, null, 0, 0);
      return;
    }
    byte[] storedBytes = blob.waitingBuffer();
    int at = blob.waitingFrom();
    int left = blob.waitingBytes();
    blob.digested(
        updateAll(
            state,
            input,
            from,
            framing,
            bytes,
            fileState,
            ended,
            stored.state,
            storedBytes,
            at,
            left));
  }

  /**
   * Digests pieces of an array that follow each other.
   *
   * @param from index in {@code input} at which piece {@code first} begins
   * @param ends index in {@code input} behind each piece, by the number of the piece
   * @param last number of the last wanted piece, plus one
   * @param digests receives the 32 bytes of piece {@code n} at index {@code 32 * n}
   */
  static void pieces(byte[] input, int from, int[] ends, int first, int last, byte[] digests) {
    Objects.checkFromToIndex(first, last, Math.min(ends.length, digests.length / BYTES));
    int begin = from;
    for (int piece = first; piece < last; begin = ends[piece++]) {
      Objects.checkFromToIndex(begin, ends[piece], input.length);
    }
    digestPieces(input, from, ends, first, last, digests);
  }

  @Override
  protected void engineUpdate(byte input) {
    update(state, new byte[] {input}, 0, 1);
  }

  @Override
  protected void engineUpdate(byte[] input, int from, int bytes) {
    Objects.checkFromIndexSize(from, bytes, input.length);
    update(state, input, from, bytes);
  }

  @Override
  protected byte[] engineDigest() {
    byte[] digest = new byte[BYTES];
    digest(state, digest, 0);
    return digest;
  }

  @Override
  protected int engineDigest(byte[] output, int at, int capacity) throws DigestException {
    if (capacity < BYTES) {
      throw new DigestException("no space for a digest of " + BYTES + " bytes");
    }
    Objects.checkFromIndexSize(at, BYTES, output.length);
    digest(state, output, at);
    return BYTES;
  }

  @Override
  protected void engineReset() {
    begin(state);
  }

  @Override
  protected int engineGetDigestLength() {
    return BYTES;
  }

  private static native boolean isSupported();

  private static native int stateBytes();

  private static native void begin(byte[] state);

  private static native void update(byte[] state, byte[] data, int from, int bytes);

  private static native int updateAll(
      byte[] state,
      byte[] data,
      int from,
      int ahead,
      int bytes,
      byte @Nullable [] fileState,
      byte @Nullable [] fileDigest,
      byte @Nullable [] blobState,
      byte @Nullable [] blob,
      int at,
      int most);

  private static native void digest(byte[] state, byte[] digest, int at);

  private static native void digestPieces(
      byte[] data, int from, int[] ends, int first, int last, byte[] digests);

  /** Whether the library is there and works. */
  static boolean load(String resource) {
    try {
      ClassLoader loader = NativeSha256.class.getClassLoader();
      File file = Native.extractFromResourcePath(resource, loader);
      System.load(file.getPath());
      return isSupported() && selfTest();
    } catch (IOException | LinkageError | RuntimeException e) {
      Logger.getLogger(NativeSha256.class.getName())
          .log(Level.FINE, "native digests are not available: the JDK's are used", e);
      return false;
    }
  }

  /**
   * Compares digests of random data with the JDK's: of one digest, of three together, and of
   * pieces, each fed in steps of random length.
   */
  private static boolean selfTest() {
    Random random = new Random(1);
    byte[] data = new byte[6000];
    random.nextBytes(data);
    int[] ends = random.ints(12, 1, data.length).sorted().toArray();
    byte[] digests = new byte[BYTES * ends.length];
    digestPieces(data, 1, ends, 0, ends.length, digests);
    NativeSha256 archive = new NativeSha256();
    NativeSha256 file = new NativeSha256();
    NativeSha256 stored = new NativeSha256();
    int begin = 1;
    for (int piece = 0; piece < ends.length; begin = ends[piece++]) {
      int ahead = piece % 3 == 0 ? 0 : begin % 800;
      int first = Math.min(ends[piece] - begin, 500);
      BlobDigest blob = new BlobDigest(stored);
      blob.updateLater(data, begin, ends[piece] - begin);
      archive.updateWith(data, begin - ahead, ahead, first, file, null, blob);
      blob.digestWaiting();
      for (int at = begin + first, step; at < ends[piece]; at += step) {
        step = Math.min(ends[piece] - at, random.nextInt(300));
        archive.updateWith(data, at, 0, step, file, null, null);
      }
      byte[] ended = new byte[BYTES];
      archive.updateWith(data, begin, 0, 0, file, ended, null);
      byte[] expected = jdk(data, begin, ends[piece]);
      if (!Arrays.equals(jdk(data, begin - ahead, ends[piece]), archive.digest())
          || !Arrays.equals(expected, ended)
          || !Arrays.equals(expected, stored.digest())
          || !Arrays.equals(
              expected, Arrays.copyOfRange(digests, BYTES * piece, BYTES * (piece + 1)))) {
        return false;
      }
    }
    update(archive.state, data, 0, 1000);
    return Arrays.equals(jdk(data, 0, 1000), archive.digest());
  }

  private static byte[] jdk(byte[] data, int from, int to) {
    MessageDigest digest = Digests.named("sha256");
    digest.update(data, from, to - from);
    return digest.digest();
  }
}
