package dev.varve.input.codec;

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;

/**
 * DEFLATE by Intel's ISA-L, whose functions the compression library of Intel's Genomics Kernel
 * Library exports. It decodes as a stream and keeps the window in its own state. It takes a few
 * hundred KiB outside the heap, whatever the size of the data.
 *
 * <p>The state is a C structure. The offsets of the six fields used here are those of igzip_lib.h
 * of ISA-L 2.2x to 2.31. A self-test at load checks that this library uses them. Where the library
 * does not load (another processor, system or C library), this decoder is not available.
 *
 * @see <a href="https://github.com/intel/isa-l/blob/v2.31.0/include/igzip_lib.h">struct
 *     inflate_state</a>
 */
final class IsalInflation implements Inflation {
  private static final String RESOURCE = "/com/intel/gkl/native/libgkl_compression.so";
  private static final int INPUT_BYTES = 64 << 10;
  private static final int OUTPUT_BYTES = 128 << 10;

  /** Bytes allocated for the C structure: 87,368 are used, the rest is space for newer versions. */
  private static final int STATE_BYTES = 128 << 10;

  /** Offsets of the fields in the C structure, in bytes. */
  private static final int NEXT_OUT = 0;

  private static final int AVAIL_OUT = 8;
  private static final int NEXT_IN = 16;
  private static final int AVAIL_IN = 32;
  private static final int BUFFERED_BITS = 36;
  private static final int BLOCK_STATE = 21_160;

  /** Value of the field block_state once the stream has ended: ISAL_BLOCK_FINISH. */
  private static final int BLOCK_STATE_FINISH = 5;

  private static final boolean AVAILABLE = load();

  private final Memory state = new Memory(STATE_BYTES);
  private final Memory input = new Memory(INPUT_BYTES);
  private final Memory output = new Memory(OUTPUT_BYTES);
  private final ByteBuffer inputBytes = input.getByteBuffer(0, INPUT_BYTES);
  private final ByteBuffer outputBytes = output.getByteBuffer(0, OUTPUT_BYTES);
  private byte[] source = new byte[0];
  private int sourceAt;
  private int sourceEnd;

  private IsalInflation() {
    state.clear();
    isal_inflate_init(state);
  }

  /** Whether the library was loaded and passed its self-test. */
  static boolean isAvailable() {
    return AVAILABLE;
  }

  /** A decoder. */
  static Inflation open() {
    if (!AVAILABLE) {
      throw new IllegalStateException("the native decoder is not available");
    }
    return new IsalInflation();
  }

  private boolean needsInput() {
    return state.getInt(AVAIL_IN) == 0 && sourceAt == sourceEnd;
  }

  @Override
  public void feed(byte[] buffer, int from, int length) {
    source = buffer;
    sourceAt = from;
    sourceEnd = from + length;
  }

  @Override
  public int inflate(byte[] buffer, int from, int length) throws DataFormatException {
    if (state.getInt(AVAIL_IN) == 0 && sourceAt < sourceEnd) {
      int step = Math.min(INPUT_BYTES, sourceEnd - sourceAt);
      inputBytes.put(0, source, sourceAt, step);
      sourceAt += step;
      state.setPointer(NEXT_IN, input);
      state.setInt(AVAIL_IN, step);
    }
    int capacity = Math.min(length, OUTPUT_BYTES);
    state.setPointer(NEXT_OUT, output);
    state.setInt(AVAIL_OUT, capacity);
    int fault = isal_inflate(state);
    if (fault < 0) {
      throw new DataFormatException(
          switch (fault) {
            case -1 -> "invalid block header";
            case -2 -> "invalid code";
            case -3 -> "invalid distance too far back";
            default -> "error " + fault;
          });
    }
    int got = capacity - state.getInt(AVAIL_OUT);
    outputBytes.get(0, buffer, from, got);
    return got;
  }

  @Override
  public boolean finished() {
    return state.getInt(BLOCK_STATE) == BLOCK_STATE_FINISH;
  }

  @Override
  public int unused() {
    return state.getInt(AVAIL_IN) + state.getInt(BUFFERED_BITS) / Byte.SIZE + sourceEnd - sourceAt;
  }

  @Override
  public void reset() {
    sourceAt = sourceEnd;
    state.clear();
    isal_inflate_init(state);
  }

  @Override
  public void close() {
    state.close();
    input.close();
    output.close();
  }

  private static native void isal_inflate_init(Pointer state);

  private static native int isal_inflate(Pointer state);

  private static boolean load() {
    try {
      File file = Native.extractFromResourcePath(RESOURCE, IsalInflation.class.getClassLoader());
      NativeLibrary library =
          NativeLibrary.getInstance(
              file.getPath(),
              Map.of(Library.OPTION_CLASSLOADER, IsalInflation.class.getClassLoader()));
      Native.register(IsalInflation.class, library);
      return selfTest();
    } catch (IOException | LinkageError | RuntimeException e) {
      Logger.getLogger(IsalInflation.class.getName())
          .log(Level.FINE, "the native gzip decoder is not available: the JDK's is used", e);
      return false;
    }
  }

  /** Inflates data deflated by the JDK, in small pieces, with extra bytes after the end. */
  private static boolean selfTest() {
    byte[] text = new byte[100_000];
    for (int at = 0; at < text.length; at++) {
      text[at] = (byte) ((at * at) >>> 7 & at);
    }
    byte[] deflated = new byte[text.length + 1000];
    Deflater deflater = new Deflater(6, true);
    deflater.setInput(text);
    deflater.finish();
    int length = deflater.deflate(deflated);
    deflater.end();
    int behind = 9;
    byte[] inflated = new byte[text.length];
    try (IsalInflation trial = new IsalInflation()) {
      int fed = 0;
      int got = 0;
      for (int rounds = 0; !trial.finished() && rounds < 10_000; rounds++) {
        if (trial.needsInput()) {
          int step = Math.min(777, length + behind - fed);
          trial.feed(deflated, fed, step);
          fed += step;
        }
        got += trial.inflate(inflated, got, Math.min(5_000, inflated.length - got));
      }
      return trial.finished() && fed - trial.unused() == length && Arrays.equals(text, inflated);
    } catch (DataFormatException e) {
      return false;
    }
  }
}
