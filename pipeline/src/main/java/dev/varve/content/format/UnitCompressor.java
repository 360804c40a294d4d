package dev.varve.content.format;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.varve.input.codec.CompressedLength;
import dev.varve.input.codec.PullCodec;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.Deflater;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/**
 * Measures the compressed lengths of units of at most some MiB, each compressed by itself in
 * memory.
 */
final class UnitCompressor implements Closeable {
  /** Bytes of header and trailer of a gzip member without a file name. */
  private static final int GZIP_BYTES = 18;

  /**
   * Bytes of the empty block that a flush writes; it ends a member whose writer is flushed before
   * it is closed.
   */
  private static final int FLUSH_BYTES = 5;

  /** Bytes that deflate looks back. */
  private static final int WINDOW_BYTES = 32 << 10;

  private final Map<Integer, Deflater> deflaters = new HashMap<>();
  private final ZstdCompressCtx zstd = new ZstdCompressCtx();
  private final ZstdCompressCtx limitedZstd = new ZstdCompressCtx().setChecksum(false);
  private final LZ4Compressor lz4 = LZ4Factory.fastestInstance().fastCompressor();
  private byte[] output = new byte[0];

  /** Bytes of a member of gzip. */
  long gzip(int level, byte[] bytes, int from, int length) {
    return GZIP_BYTES + FLUSH_BYTES + deflated(deflater(level), bytes, from, length);
  }

  /**
   * Bytes that a span adds to one gzip stream of the whole archive, whose compressor has seen the
   * bytes before the span.
   */
  long gzipStream(int level, ArchiveSpan span) {
    Deflater deflater = deflater(level);
    int window = Math.min(span.from(), WINDOW_BYTES);
    if (window > 0) {
      deflater.setDictionary(span.bytes(), span.from() - window, window);
    }
    long bytes = deflated(deflater, span.bytes(), span.from(), span.to() - span.from());
    return window > 0 ? bytes : GZIP_BYTES + bytes;
  }

  private Deflater deflater(int level) {
    Deflater deflater = deflaters.computeIfAbsent(level, one -> new Deflater(one, true));
    deflater.reset();
    return deflater;
  }

  private long deflated(Deflater deflater, byte[] bytes, int from, int length) {
    deflater.setInput(bytes, from, length);
    deflater.finish();
    long total = 0;
    reserve(64 << 10);
    while (!deflater.finished()) {
      total += deflater.deflate(output);
    }
    return total;
  }

  /** Bytes of a frame of zstd that states its length, with a checksum or without. */
  long zstd(int level, boolean isChecked, byte[] bytes, int from, int length) {
    zstd.setLevel(level).setChecksum(isChecked);
    reserve((int) Zstd.compressBound(length));
    return zstd.compressByteArray(output, 0, output.length, bytes, from, length);
  }

  /**
   * Bytes of a zstd frame without a checksum, written to a buffer of {@code capacity} bytes; {@code
   * capacity + 1} where the frame does not fit. The buffer matters: near its end the codec gives up
   * where it would succeed in a larger one.
   */
  long zstdWithin(int capacity, int level, byte[] bytes, int from, int length) {
    limitedZstd.setLevel(level);
    reserve(capacity);
    try {
      return limitedZstd.compressByteArray(output, 0, capacity, bytes, from, length);
    } catch (ZstdException e) {
      if (e.getErrorCode() != Zstd.errDstSizeTooSmall()) {
        throw e;
      }
      return capacity + 1L;
    }
  }

  /**
   * Bytes that a span adds to one zstd stream of the whole archive, whose compressor has seen the
   * bytes before the span.
   */
  long zstdStream(int level, ArchiveSpan span) {
    try (CompressedLength stream = new CompressedLength(PullCodec.named("zstd-" + level))) {
      stream.add(span.bytes(), 0, span.from());
      long before = stream.flush();
      stream.add(span.bytes(), span.from(), span.to() - span.from());
      return stream.flush() - before;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Bytes of a block of LZ4. */
  long lz4(byte[] bytes, int from, int length) {
    reserve(lz4.maxCompressedLength(length));
    return lz4.compress(bytes, from, length, output, 0, output.length);
  }

  private void reserve(int bytes) {
    if (output.length < bytes) {
      output = new byte[bytes];
    }
  }

  @Override
  public void close() {
    zstd.close();
    limitedZstd.close();
    deflaters.values().forEach(Deflater::end);
  }
}
