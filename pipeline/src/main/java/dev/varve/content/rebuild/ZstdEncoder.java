package dev.varve.content.rebuild;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.varve.input.codec.ZstdFrame;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Encoder of one zstd frame by the library in the JVM. It reproduces only frames of the same
 * library version. {@code zstd(1)} uses a worker thread, which cuts large inputs into jobs and so
 * writes other bytes than one thread alone. Frames that were compressed in one call from memory are
 * not tried: version 1.5.7 splits their blocks in places where no stream does.
 *
 * @param level from 1 to 22
 * @param workers 0 as programs use the library, 1 as zstd(1) does
 * @param frame the header of the frame to reproduce
 */
record ZstdEncoder(int level, int workers, ZstdFrame frame) implements BlobEncoder {
  /**
   * Highest level that does not take hundreds of MiB. Higher levels have windows that no lower
   * level has.
   */
  private static final int HIGHEST_SMALL_LEVEL = 19;

  /** Least window that only levels above {@link #HIGHEST_SMALL_LEVEL} have. */
  private static final long LARGE_WINDOW_BYTES = 32 << 20;

  /** The levels that may have written a frame, by the window in its header. */
  static List<Integer> levels(ZstdFrame frame) {
    if (frame.dictionary()) {
      return List.of();
    }
    int highest = frame.windowBytes() < LARGE_WINDOW_BYTES ? HIGHEST_SMALL_LEVEL : 22;
    return IntStream.rangeClosed(1, highest).boxed().toList();
  }

  @Override
  public String name() {
    return workers == 0 ? "zstd" : "zstd with a worker";
  }

  @Override
  public void encode(InputStream plain, Comparison out) throws IOException {
    try {
      encodeFrame(plain, out);
    } catch (ZstdException e) {
      // The archive has more bytes than the frame's header states, so other frames follow.
      throw Comparison.DifferentException.at(out.bytes());
    }
  }

  private void encodeFrame(InputStream plain, Comparison out) throws IOException {
    try (ZstdCompressCtx context = new ZstdCompressCtx()) {
      context.setLevel(level).setChecksum(frame.checksum()).setWorkers(workers);
      if (frame.contentBytes() >= 0) {
        context.setPledgedSrcSize(frame.contentBytes());
      }
      ByteBuffer from = ByteBuffer.allocateDirect(128 << 10);
      ByteBuffer to = ByteBuffer.allocateDirect(128 << 10);
      byte[] buffer = new byte[from.capacity()];
      for (int got = fill(plain, buffer); got > 0; got = fill(plain, buffer)) {
        from.clear();
        from.put(buffer, 0, got).flip();
        while (from.hasRemaining()) {
          context.compressDirectByteBufferStream(to, from, EndDirective.CONTINUE);
          drain(to, out);
        }
      }
      from.clear().flip();
      boolean ended = false;
      while (!ended) {
        ended = context.compressDirectByteBufferStream(to, from, EndDirective.END);
        drain(to, out);
      }
    }
  }

  private static int fill(InputStream plain, byte[] buffer) throws IOException {
    return plain.readNBytes(buffer, 0, buffer.length);
  }

  private static void drain(ByteBuffer full, Comparison out) throws IOException {
    full.flip();
    byte[] bytes = new byte[full.remaining()];
    full.get(bytes);
    full.clear();
    if (bytes.length > 0) {
      out.write(bytes, 0, bytes.length);
    }
  }
}
