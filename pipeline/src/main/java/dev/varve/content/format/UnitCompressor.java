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

/** Compresses units of at most some MiB in memory, each by itself, and keeps only their length. */
final class UnitCompressor implements Closeable {
  /** Header and trailer of a gzip member without a name. */
  private static final int GZIP_BYTES = 18;

  /** The empty block of a flush, which ends a member whose writer is flushed before. */
  private static final int FLUSH_BYTES = 5;

  /** Bytes that deflate looks back. */
  private static final int WINDOW_BYTES = 32 << 10;

  private final Map<Integer, Deflater> deflaters = new HashMap<>();
  private final ZstdCompressCtx zstd = new ZstdCompressCtx();
  private final ZstdCompressCtx within = new ZstdCompressCtx().setChecksum(false);
  private final LZ4Compressor lz4 = LZ4Factory.fastestInstance().fastCompressor();
  private byte[] output = new byte[0];

  /** Bytes of a member of gzip. */
  long gzip(int level, byte[] bytes, int from, int length) {
    return GZIP_BYTES + FLUSH_BYTES + deflated(deflater(level), bytes, from, length);
  }

  /** Bytes that a span adds to a member of gzip, whose writer has seen the bytes before it. */
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
   * Bytes of a frame of zstd without a checksum, in a buffer of so many; one more than these where
   * it has none. Near the end of the buffer the codec gives up earlier than in a longer one.
   */
  long zstdWithin(int capacity, int level, byte[] bytes, int from, int length) {
    within.setLevel(level);
    reserve(capacity);
    try {
      return within.compressByteArray(output, 0, capacity, bytes, from, length);
    } catch (ZstdException e) {
      if (e.getErrorCode() != Zstd.errDstSizeTooSmall()) {
        throw e;
      }
      return capacity + 1L;
    }
  }

  /** Bytes that a span adds to a stream of zstd, which has seen the bytes before it. */
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
    within.close();
    deflaters.values().forEach(Deflater::end);
  }
}
