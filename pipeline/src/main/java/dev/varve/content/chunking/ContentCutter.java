package dev.varve.content.chunking;

import dev.varve.input.codec.CompressedLength;
import dev.varve.input.codec.PullCodec;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.digest.FingerprintRule;
import dev.varve.input.digest.PieceDigests;
import dev.varve.model.ContentSample;
import dev.varve.model.FilePiece;
import dev.varve.model.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Streaming cutter of one content after another by one chunker, for {@link FileCutter}. The cuts
 * equal those of the whole content in memory. Memory: twice the largest chunk, and the recipe of
 * one file.
 */
final class ContentCutter {
  /** Most chunks of a piece of a recipe, so that a row has at most about 150 kB. */
  static final int MOST_CHUNKS = 4096;

  /** Least bytes of the buffer, where twice the largest chunk is less. */
  private static final int LEAST_BUFFER_BYTES = 128 << 10;

  private final FileCutting settings;
  private final Chunker chunker;
  private final PieceDigests digests;
  private final int digestBytes;
  private final int mostChunks;

  /** Bytes of the content that are not cut yet, from index 0. */
  private final byte[] uncut;

  private int uncutBytes;

  /** Ends of the piece's chunks, as indices into {@code uncut} and as offsets in the piece. */
  private final int[] bufferEnds;

  private final int[] pieceEnds;
  private final byte[] fingerprints;
  private int chunks;
  private long pieceOffset;
  private int pieceBytes;
  private long recipeBytes;
  private final List<UnnamedPiece> finishedPieces = new ArrayList<>();
  private final List<ContentSample> samples = new ArrayList<>();

  /** A piece of a file whose fingerprint is not known yet. */
  private record UnnamedPiece(long offset, int[] ends, byte[] fingerprints) {}

  ContentCutter(
      String name, FileCutting settings, FingerprintRule fingerprint, DigestEngine engine) {
    this.settings = settings;
    chunker = Chunkers.named(name);
    digests = new PieceDigests(fingerprint, engine);
    digestBytes = digests.digestBytes();
    // Ends are counted from the piece's start, in an int.
    mostChunks = Math.min(MOST_CHUNKS, Integer.MAX_VALUE / chunker.maxBytes());
    uncut = new byte[Math.max(2 * chunker.maxBytes(), LEAST_BUFFER_BYTES)];
    bufferEnds = new int[mostChunks];
    pieceEnds = new int[mostChunks];
    fingerprints = new byte[mostChunks * digestBytes];
  }

  /** Takes the next bytes of the content. */
  void take(byte[] source, int from, int count) throws IOException {
    int index = from;
    for (int remaining = count; remaining > 0; ) {
      int step = Math.min(remaining, uncut.length - uncutBytes);
      System.arraycopy(source, index, uncut, uncutBytes, step);
      uncutBytes += step;
      index += step;
      remaining -= step;
      if (uncutBytes == uncut.length) {
        cut(chunker.maxBytes());
      }
    }
  }

  /**
   * Ends the content, and begins the next.
   *
   * @param pieces receives its recipe, unless it was too long for memory
   * @param compressed receives the compressed sizes of its chunks that are in the sample
   */
  void end(Fingerprint fileFingerprint, List<FilePiece> pieces, List<ContentSample> compressed)
      throws IOException {
    boolean single = chunks == 0 && finishedPieces.isEmpty() && uncutBytes > 0;
    if (single && chunker.cut(uncut, 0, uncutBytes) == uncutBytes) {
      sample(fileFingerprint.bytes(), 0, uncutBytes);
      pieces.add(
          new FilePiece(
              chunker.name(), fileFingerprint, 0, 0, new int[] {uncutBytes}, new byte[0]));
    } else {
      cut(1);
      closePiece();
      int piece = 0;
      if (recipeBytes <= settings.mostRecipeBytes()) {
        for (UnnamedPiece finished : finishedPieces) {
          pieces.add(
              new FilePiece(
                  chunker.name(),
                  fileFingerprint,
                  piece++,
                  finished.offset,
                  finished.ends,
                  finished.fingerprints));
        }
      }
    }
    if (recipeBytes <= settings.mostRecipeBytes()) {
      compressed.addAll(samples);
    }
    finishedPieces.clear();
    samples.clear();
    uncutBytes = 0;
    pieceOffset = 0;
    recipeBytes = 0;
  }

  /**
   * Cuts chunks while at least {@code leastBytes} bytes are left, then moves the rest to the start
   * of the buffer.
   */
  private void cut(int leastBytes) throws IOException {
    int index = 0;
    while (uncutBytes - index >= leastBytes) {
      index = cut(index, leastBytes);
    }
    System.arraycopy(uncut, index, uncut, 0, uncutBytes - index);
    uncutBytes -= index;
  }

  /**
   * Cuts chunks while at least {@code leastBytes} bytes are left and the piece has space for a
   * chunk; returns the index at which the rest begins.
   */
  private int cut(int from, int leastBytes) throws IOException {
    int firstChunk = chunks;
    int index = from;
    for (; uncutBytes - index >= leastBytes && chunks < mostChunks; chunks++) {
      index = chunker.cut(uncut, index, uncutBytes);
      bufferEnds[chunks] = index;
    }
    digests.digestAll(uncut, from, bufferEnds, firstChunk, chunks, fingerprints);
    int chunkStart = from;
    for (int chunk = firstChunk; chunk < chunks; chunkStart = bufferEnds[chunk++]) {
      int bytes = bufferEnds[chunk] - chunkStart;
      sample(
          Arrays.copyOfRange(fingerprints, chunk * digestBytes, (chunk + 1) * digestBytes),
          chunkStart,
          bytes);
      pieceBytes += bytes;
      pieceEnds[chunk] = pieceBytes;
    }
    if (chunks == mostChunks) {
      closePiece();
    }
    return index;
  }

  private void closePiece() {
    if (chunks == 0) {
      return;
    }
    recipeBytes += (long) chunks * (digestBytes + Integer.BYTES);
    if (recipeBytes <= settings.mostRecipeBytes()) {
      finishedPieces.add(
          new UnnamedPiece(
              pieceOffset,
              Arrays.copyOf(pieceEnds, chunks),
              Arrays.copyOf(fingerprints, chunks * digestBytes)));
    } else {
      finishedPieces.clear();
      samples.clear();
    }
    pieceOffset += pieceBytes;
    pieceBytes = 0;
    chunks = 0;
  }

  private void sample(byte[] fingerprint, int from, int bytes) throws IOException {
    if (!settings.sampling().isSampling() || !settings.sampling().takesChunk(fingerprint)) {
      return;
    }
    for (PullCodec codec : settings.sampling().codecs()) {
      samples.add(
          new ContentSample(
              chunker.name(),
              codec.name(),
              Fingerprint.of(fingerprint),
              bytes,
              0,
              bytes,
              CompressedLength.of(codec, uncut, from, bytes),
              settings.sampling().share(),
              null));
    }
  }
}
