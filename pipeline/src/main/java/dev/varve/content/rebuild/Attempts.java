package dev.varve.content.rebuild;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.Decompressor;
import dev.varve.input.codec.InflateEngine;
import dev.varve.input.codec.ZstdFrame;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Attempts to reproduce one blob by encoders. Each attempt reads the blob again, up to the first
 * byte that differs.
 */
final class Attempts {
  private final OriginalBlob blob;
  private final long started = System.nanoTime();
  private final Map<Integer, Long> nanosOfLevel = new HashMap<>();
  private final List<String> failures = new ArrayList<>();
  private int tried;

  Attempts(OriginalBlob blob) {
    this.blob = blob;
  }

  /**
   * The encoder levels that reproduce a gzip member.
   *
   * @param levels in the order they were tried
   * @param end offset in the blob behind the member; only where a level reproduces it
   */
  record Member(List<Integer> levels, long end) {}

  OriginalBlob blob() {
    return blob;
  }

  /** The header of the gzip member at an offset in the blob. */
  GzipHeader header(long at) throws IOException {
    try (InputStream in = new BufferedInputStream(blob.open(at), 512)) {
      return GzipHeader.read(in);
    }
  }

  /** Whether only zeros follow from this offset on; gzip(1) allows zeros behind the last member. */
  boolean isPadding(long at) throws IOException {
    try (InputStream in = blob.open(at)) {
      return in.read() == 0;
    }
  }

  /** The header of a zstd frame, or empty where the blob begins with something else. */
  Optional<ZstdFrame> frame() throws IOException {
    try (InputStream in = new BufferedInputStream(blob.open(0), 512)) {
      return ZstdFrame.read(in);
    }
  }

  /** Tries levels on the gzip member whose body begins at this offset. */
  Member member(List<Integer> levels, long body) throws IOException {
    List<Integer> equal = new ArrayList<>();
    long end = -1;
    for (int level : levels) {
      Inflater inflater = new Inflater(true);
      try (InputStream stored = blob.open(body);
          InputStream plain = new InflaterInputStream(blob.open(body), inflater, 64 << 10)) {
        Comparison comparison = new Comparison(new BufferedInputStream(stored));
        if (equalBytes(new ZlibEncoder(level), plain, comparison) < 0) {
          equal.add(level);
          end = body + comparison.bytes();
        }
      } finally {
        inflater.end();
      }
    }
    return new Member(equal, end);
  }

  /** Whether an encoder reproduces the whole blob. */
  boolean reproduces(BlobEncoder encoder) throws IOException {
    return equalBytes(encoder) == blob.bytes();
  }

  /**
   * Number of bytes that an encoder reproduces before the first difference; the length of its
   * output where nothing differs.
   */
  long equalBytes(BlobEncoder encoder) throws IOException {
    try (InputStream stored = blob.open(0);
        InputStream plain =
            new Decompressor(new BlobStream(blob.open(0), null), InflateEngine.JDK)) {
      Comparison comparison = new Comparison(new BufferedInputStream(stored));
      long other = equalBytes(encoder, plain, comparison);
      return other < 0 ? comparison.bytes() : other;
    }
  }

  /** Number of equal bytes before the first difference; -1 when the encoder reproduces all. */
  private long equalBytes(BlobEncoder encoder, InputStream plain, Comparison comparison)
      throws IOException {
    tried++;
    long start = System.nanoTime();
    try {
      encoder.encode(plain, comparison);
      nanosOfLevel.merge(encoder.level(), System.nanoTime() - start, Long::sum);
      return -1;
    } catch (Comparison.DifferentException e) {
      if (e.isFailure()) {
        failures.add(String.valueOf(e.getMessage()));
      }
      return e.offset();
    }
  }

  BlobRebuild reproduced(String producer, String encoder, int level, long keptBytes) {
    return new BlobRebuild(
        producer,
        encoder,
        level,
        true,
        tried,
        keptBytes,
        System.nanoTime() - started,
        nanosOfLevel.getOrDefault(level, 0L),
        "");
  }

  BlobRebuild notReproduced(String producer, String reason) throws IOException {
    failures.add(0, reason);
    return new BlobRebuild(
        producer,
        "",
        -1,
        false,
        tried,
        blob.bytes(),
        System.nanoTime() - started,
        0,
        String.join("; ", failures));
  }
}
