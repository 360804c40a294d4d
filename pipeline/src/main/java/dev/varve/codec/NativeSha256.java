package dev.varve.codec;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * SHA-256 by the instructions of the processor, from C (src/main/c of this module): two digests of
 * the same bytes take the time of one, and pieces of an array little more than half of it. It is
 * not available where the processor has no such instructions, the build had no compiler, or digests
 * differ from the JDK's at load.
 */
final class NativeSha256 extends MessageDigest {
  private static final String RESOURCE =
      "/dev/varve/native/" + Platform.RESOURCE_PREFIX + "/libdigests.so";

  private static final int BLOCK = 64;
  private static final int BYTES = 32;
  private static final byte END = (byte) 0x80;
  private static final int[] INITIAL = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
  };
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final boolean AVAILABLE = load(RESOURCE);

  private final int[] state = INITIAL.clone();

  /** The bytes behind the last whole block, with room for their padding. */
  private final byte[] held = new byte[2 * BLOCK];

  private long length;

  private NativeSha256() {
    super("SHA-256");
  }

  /** Whether the library was loaded, for this processor, and passed its self-test. */
  static boolean isAvailable() {
    return AVAILABLE;
  }

  /** A digest. */
  static MessageDigest open() {
    if (!AVAILABLE) {
      throw new IllegalStateException("the native digest is not available");
    }
    return new NativeSha256();
  }

  /** Updates two digests with the same bytes, once where both are at the same place of a block. */
  static void update(NativeSha256 one, NativeSha256 other, byte[] input, int from, int bytes) {
    Objects.checkFromIndexSize(from, bytes, input.length);
    int ahead = Math.min(bytes, (BLOCK - one.held()) % BLOCK);
    int whole = one.held() == other.held() ? (bytes - ahead) / BLOCK : 0;
    if (whole == 0) {
      one.engineUpdate(input, from, bytes);
      other.engineUpdate(input, from, bytes);
      return;
    }
    one.engineUpdate(input, from, ahead);
    other.engineUpdate(input, from, ahead);
    pair(one.state, other.state, input, from + ahead, whole);
    one.length += (long) BLOCK * whole;
    other.length += (long) BLOCK * whole;
    int done = ahead + BLOCK * whole;
    one.engineUpdate(input, from + done, bytes - done);
    other.engineUpdate(input, from + done, bytes - done);
  }

  /**
   * Digests pieces of an array that follow each other.
   *
   * @param from where the first of them begins
   * @param ends of each piece of the array, from {@code first} to before {@code last} of those
   *     wanted
   * @param digests receives 32 bytes for each piece, at the piece's place
   */
  static void pieces(byte[] input, int from, int[] ends, int first, int last, byte[] digests) {
    Objects.checkFromToIndex(first, last, Math.min(ends.length, digests.length / BYTES));
    int begin = from;
    for (int piece = first; piece < last; begin = ends[piece++]) {
      Objects.checkFromToIndex(begin, ends[piece], input.length);
    }
    digestPieces(input, from, ends, first, last, digests);
  }

  private int held() {
    return (int) (length % BLOCK);
  }

  @Override
  protected void engineUpdate(byte input) {
    engineUpdate(new byte[] {input}, 0, 1);
  }

  @Override
  protected void engineUpdate(byte[] input, int from, int bytes) {
    int at = from;
    int left = bytes;
    int held = held();
    length += bytes;
    if (held > 0) {
      int step = Math.min(left, BLOCK - held);
      System.arraycopy(input, at, this.held, held, step);
      if (held + step < BLOCK) {
        return;
      }
      blocks(state, this.held, 0, 1);
      at += step;
      left -= step;
    }
    int whole = left / BLOCK;
    if (whole > 0) {
      blocks(state, input, at, whole);
    }
    System.arraycopy(input, at + whole * BLOCK, this.held, 0, left % BLOCK);
  }

  @Override
  protected int engineDigest(byte[] output, int at, int room) throws DigestException {
    if (room < BYTES) {
      throw new DigestException("no room for a digest of " + BYTES + " bytes");
    }
    print(output, at);
    return BYTES;
  }

  @Override
  protected byte[] engineDigest() {
    byte[] digest = new byte[BYTES];
    print(digest, 0);
    return digest;
  }

  private void print(byte[] output, int at) {
    int used = held();
    int padded = used < BLOCK - Long.BYTES ? BLOCK : 2 * BLOCK;
    held[used] = END;
    Arrays.fill(held, used + 1, padded - Long.BYTES, (byte) 0);
    LONG.set(held, padded - Long.BYTES, Byte.SIZE * length);
    blocks(state, held, 0, padded / BLOCK);
    for (int word = 0; word < state.length; word++) {
      INT.set(output, at + Integer.BYTES * word, state[word]);
    }
    engineReset();
  }

  @Override
  protected void engineReset() {
    System.arraycopy(INITIAL, 0, state, 0, state.length);
    length = 0;
  }

  @Override
  protected int engineGetDigestLength() {
    return BYTES;
  }

  private static native boolean isSupported();

  private static native void blocks(int[] state, byte[] data, int from, int blocks);

  private static native void pair(int[] one, int[] other, byte[] data, int from, int blocks);

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

  /** Compares with the JDK what is fed in random steps, to one digest, to two, and in pieces. */
  private static boolean selfTest() {
    Random random = new Random(1);
    byte[] data = new byte[6000];
    random.nextBytes(data);
    int[] ends = new int[12];
    byte[] digests = new byte[BYTES * ends.length];
    for (int piece = 0; piece < ends.length; piece++) {
      ends[piece] = random.nextInt(data.length);
    }
    Arrays.sort(ends);
    digestPieces(data, 1, ends, 0, ends.length, digests);
    int begin = 1;
    for (int piece = 0; piece < ends.length; begin = ends[piece++]) {
      int end = ends[piece];
      MessageDigest expected = Digests.named("sha256");
      expected.update(data, begin, end - begin);
      NativeSha256 one = new NativeSha256();
      NativeSha256 other = new NativeSha256();
      one.update(data, 0, piece % 3);
      one.reset();
      for (int at = begin; at < end; ) {
        int step = Math.min(end - at, random.nextInt(300));
        update(one, other, data, at, step);
        at += step;
      }
      byte[] digest = expected.digest();
      if (!Arrays.equals(digest, one.digest())
          || !Arrays.equals(digest, other.digest())
          || !Arrays.equals(
              digest, Arrays.copyOfRange(digests, BYTES * piece, BYTES * (piece + 1)))) {
        return false;
      }
    }
    return true;
  }
}
