package dev.varve.content.chunking;

import dev.varve.input.codec.CompressedLength;
import dev.varve.input.codec.PullCodec;
import dev.varve.model.ContentSample;
import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Compressor of the pieces of a file that are in the sample, while the file streams by; it also
 * measures its own time. Pieces are chosen by the file's length and its first bytes, because the
 * fingerprint is not known before the end.
 */
final class SampledFile implements Closeable {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final ContentSampling sampling;
  private final byte[] head = new byte[ContentSampling.HEAD_BYTES];
  private int headLength;
  private long bytes;
  private long pieceBytes;
  private Seed pieces = new Seed(0);
  private long offset;
  private long taken;
  private LongConsumer boundary = at -> {};
  private final List<CompressedLength> compressed = new ArrayList<>();
  private final List<Piece> measured = new ArrayList<>();
  private long cpuNanos;
  private long nanos;

  /** The compressed size of a piece with one of the codecs. */
  private record Piece(long offset, long bytes, String codec, long compressedBytes) {}

  SampledFile(ContentSampling sampling) {
    this.sampling = sampling;
  }

  void begin(long length, LongConsumer ends) {
    bytes = length;
    boundary = ends;
    pieceBytes = sampling.pieceBytes(length);
    headLength = 0;
    offset = 0;
    taken = 0;
  }

  void take(byte[] buffer, int from, int length) throws IOException {
    if (!sampling.samples()) {
      return;
    }
    int at = from;
    if (headLength < Math.min(head.length, bytes)) {
      int step = Math.min(length, head.length - headLength);
      System.arraycopy(buffer, from, head, headLength, step);
      headLength += step;
      at += step;
      if (headLength < Math.min(head.length, bytes)) {
        return;
      }
      pieces = sampling.pieces(bytes, head, headLength);
      open();
      pass(head, 0, headLength);
    }
    pass(buffer, at, from + length - at);
  }

  /** Begins the piece at the offset. */
  private void open() throws IOException {
    long length = Math.min(pieceBytes, bytes - offset);
    if (sampling.takesPiece(pieces, offset / pieceBytes, length, bytes)) {
      if (length < bytes) {
        boundary.accept(offset);
        boundary.accept(offset + length);
      }
      for (PullCodec codec : sampling.codecs()) {
        compressed.add(new CompressedLength(codec));
      }
    }
  }

  private void pass(byte[] buffer, int from, int length) throws IOException {
    int at = from;
    while (at < from + length) {
      int step = (int) Math.min(from + length - at, offset + pieceBytes - taken);
      if (!compressed.isEmpty()) {
        compress(buffer, at, step);
      }
      at += step;
      taken += step;
      if (taken == offset + pieceBytes && taken < bytes) {
        endPiece();
        offset = taken;
        open();
      }
    }
  }

  private void compress(byte[] buffer, int from, int length) throws IOException {
    long wall = System.nanoTime();
    long start = THREADS.getCurrentThreadCpuTime();
    for (CompressedLength open : compressed) {
      open.add(buffer, from, length);
    }
    cpuNanos += THREADS.getCurrentThreadCpuTime() - start;
    nanos += System.nanoTime() - wall;
  }

  private void endPiece() throws IOException {
    if (compressed.isEmpty()) {
      return;
    }
    long wall = System.nanoTime();
    long start = THREADS.getCurrentThreadCpuTime();
    for (int codec = 0; codec < compressed.size(); codec++) {
      measured.add(
          new Piece(
              offset,
              taken - offset,
              sampling.codecs().get(codec).name(),
              compressed.get(codec).end()));
    }
    compressed.clear();
    cpuNanos += THREADS.getCurrentThreadCpuTime() - start;
    nanos += System.nanoTime() - wall;
  }

  void end(Fingerprint fingerprint, List<ContentSample> samples) throws IOException {
    endPiece();
    for (Piece piece : measured) {
      samples.add(
          new ContentSample(
              ContentSample.WHOLE_FILE,
              piece.codec(),
              fingerprint,
              bytes,
              piece.offset(),
              piece.bytes(),
              piece.compressedBytes(),
              sampling.inclusion(piece.bytes(), bytes),
              piece.bytes() == bytes ? 1.0 : null));
    }
    measured.clear();
  }

  /** Time of compressing. */
  long nanos() {
    return nanos;
  }

  /** Processor time of compressing. */
  long cpuNanos() {
    return cpuNanos;
  }

  @Override
  public void close() throws IOException {
    for (CompressedLength open : compressed) {
      open.close();
    }
    compressed.clear();
    measured.clear();
  }
}
