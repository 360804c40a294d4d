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
  private final byte[] head = new byte[ContentSampling.DECIDING_HEAD_BYTES];
  private int headLength;
  private long fileBytes;

  /** Length of each piece but the last. */
  private long pieceBytes;

  private Seed pieceSeed = new Seed(0);
  private long pieceOffset;
  private long consumedBytes;
  private LongConsumer pieceBoundaries = at -> {};
  private final List<CompressedLength> compressors = new ArrayList<>();

  /** Pieces that were compressed to their end. */
  private final List<Piece> results = new ArrayList<>();

  private long cpuNanos;
  private long nanos;

  /** The compressed size of a piece with one of the codecs. */
  private record Piece(long offset, long bytes, String codec, long compressedBytes) {}

  SampledFile(ContentSampling sampling) {
    this.sampling = sampling;
  }

  void begin(long length, LongConsumer boundaries) {
    fileBytes = length;
    pieceBoundaries = boundaries;
    pieceBytes = sampling.pieceBytes(length);
    headLength = 0;
    pieceOffset = 0;
    consumedBytes = 0;
  }

  void take(byte[] buffer, int from, int length) throws IOException {
    if (!sampling.isSampling()) {
      return;
    }
    int at = from;
    if (headLength < Math.min(head.length, fileBytes)) {
      int step = Math.min(length, head.length - headLength);
      System.arraycopy(buffer, from, head, headLength, step);
      headLength += step;
      at += step;
      if (headLength < Math.min(head.length, fileBytes)) {
        return;
      }
      pieceSeed = sampling.pieceSeed(fileBytes, head, headLength);
      beginPiece();
      addToPieces(head, 0, headLength);
    }
    addToPieces(buffer, at, from + length - at);
  }

  /** Begins the piece at the offset. */
  private void beginPiece() throws IOException {
    long length = Math.min(pieceBytes, fileBytes - pieceOffset);
    if (sampling.takesPiece(pieceSeed, pieceOffset / pieceBytes, length, fileBytes)) {
      if (length < fileBytes) {
        pieceBoundaries.accept(pieceOffset);
        pieceBoundaries.accept(pieceOffset + length);
      }
      for (PullCodec codec : sampling.codecs()) {
        compressors.add(new CompressedLength(codec));
      }
    }
  }

  private void addToPieces(byte[] buffer, int from, int length) throws IOException {
    int at = from;
    while (at < from + length) {
      int step = (int) Math.min(from + length - at, pieceOffset + pieceBytes - consumedBytes);
      if (!compressors.isEmpty()) {
        compress(buffer, at, step);
      }
      at += step;
      consumedBytes += step;
      if (consumedBytes == pieceOffset + pieceBytes && consumedBytes < fileBytes) {
        endPiece();
        pieceOffset = consumedBytes;
        beginPiece();
      }
    }
  }

  private void compress(byte[] buffer, int from, int length) throws IOException {
    long startNanos = System.nanoTime();
    long startCpuNanos = THREADS.getCurrentThreadCpuTime();
    for (CompressedLength compressor : compressors) {
      compressor.add(buffer, from, length);
    }
    cpuNanos += THREADS.getCurrentThreadCpuTime() - startCpuNanos;
    nanos += System.nanoTime() - startNanos;
  }

  private void endPiece() throws IOException {
    if (compressors.isEmpty()) {
      return;
    }
    long startNanos = System.nanoTime();
    long startCpuNanos = THREADS.getCurrentThreadCpuTime();
    for (int codec = 0; codec < compressors.size(); codec++) {
      results.add(
          new Piece(
              pieceOffset,
              consumedBytes - pieceOffset,
              sampling.codecs().get(codec).name(),
              compressors.get(codec).end()));
    }
    compressors.clear();
    cpuNanos += THREADS.getCurrentThreadCpuTime() - startCpuNanos;
    nanos += System.nanoTime() - startNanos;
  }

  void end(Fingerprint fingerprint, List<ContentSample> samples) throws IOException {
    endPiece();
    for (Piece piece : results) {
      samples.add(
          new ContentSample(
              ContentSample.WHOLE_FILE,
              piece.codec(),
              fingerprint,
              fileBytes,
              piece.offset(),
              piece.bytes(),
              piece.compressedBytes(),
              sampling.inclusion(piece.bytes(), fileBytes),
              piece.bytes() == fileBytes ? 1.0 : null));
    }
    results.clear();
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
    for (CompressedLength compressor : compressors) {
      compressor.close();
    }
    compressors.clear();
    results.clear();
  }
}
