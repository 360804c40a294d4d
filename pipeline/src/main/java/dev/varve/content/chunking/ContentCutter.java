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
 * Streaming cutter of one content after another by one chunker. The cuts equal those of the whole
 * content in memory. Memory: twice the largest chunk, and the recipe of one file.
 */
final class ContentCutter {
  /** Most chunks of a piece of a recipe, so that a row has at most about 150 kB. */
  static final int MOST_CHUNKS = 4096;

  /** Least bytes of the buffer, where twice the largest chunk is less. */
  private static final int LEAST_BUFFER = 128 << 10;

  private final FileCutting how;
  private final Chunker chunker;
  private final PieceDigests digests;
  private final int width;
  private final int mostChunks;
  private final byte[] waiting;
  private int length;
  private final int[] places;
  private final int[] ends;
  private final byte[] fingerprints;
  private int chunks;
  private long offset;
  private int pieceBytes;
  private long recipeBytes;
  private final List<Draft> drafts = new ArrayList<>();
  private final List<ContentSample> samples = new ArrayList<>();

  /** A piece of a file whose fingerprint is not known yet. */
  private record Draft(long offset, int[] ends, byte[] fingerprints) {}

  ContentCutter(String name, FileCutting how, FingerprintRule fingerprint, DigestEngine engine) {
    this.how = how;
    chunker = Chunkers.named(name);
    digests = new PieceDigests(fingerprint, engine);
    width = digests.width();
    // Ends are counted from the piece's start, in an int.
    mostChunks = Math.min(MOST_CHUNKS, Integer.MAX_VALUE / chunker.maxBytes());
    waiting = new byte[Math.max(2 * chunker.maxBytes(), LEAST_BUFFER)];
    places = new int[mostChunks];
    ends = new int[mostChunks];
    fingerprints = new byte[mostChunks * width];
  }

  /** Takes the next bytes of the content. */
  void take(byte[] buffer, int from, int count) throws IOException {
    int at = from;
    for (int left = count; left > 0; ) {
      int step = Math.min(left, waiting.length - length);
      System.arraycopy(buffer, at, waiting, length, step);
      length += step;
      at += step;
      left -= step;
      if (length == waiting.length) {
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
  void end(Fingerprint whole, List<FilePiece> pieces, List<ContentSample> compressed)
      throws IOException {
    boolean single = chunks == 0 && drafts.isEmpty() && length > 0;
    if (single && chunker.cut(waiting, 0, length) == length) {
      sample(whole.bytes(), 0, length);
      pieces.add(new FilePiece(chunker.name(), whole, 0, 0, new int[] {length}, new byte[0]));
    } else {
      cut(1);
      closePiece();
      int piece = 0;
      if (recipeBytes <= how.mostRecipeBytes()) {
        for (Draft draft : drafts) {
          pieces.add(
              new FilePiece(
                  chunker.name(), whole, piece++, draft.offset, draft.ends, draft.fingerprints));
        }
      }
    }
    if (recipeBytes <= how.mostRecipeBytes()) {
      compressed.addAll(samples);
    }
    drafts.clear();
    samples.clear();
    length = 0;
    offset = 0;
    recipeBytes = 0;
  }

  /**
   * Cuts chunks while at least {@code least} bytes are left, then moves the rest to the start of
   * the buffer.
   */
  private void cut(int least) throws IOException {
    int at = 0;
    while (length - at >= least) {
      at = cut(at, least);
    }
    System.arraycopy(waiting, at, waiting, 0, length - at);
    length -= at;
  }

  /**
   * Cuts chunks while at least {@code least} bytes are left and the piece has space for a chunk;
   * returns the index at which the rest begins.
   */
  private int cut(int from, int least) throws IOException {
    int first = chunks;
    int at = from;
    for (; length - at >= least && chunks < mostChunks; chunks++) {
      at = chunker.cut(waiting, at, length);
      places[chunks] = at;
    }
    digests.of(waiting, from, places, first, chunks, fingerprints);
    int begin = from;
    for (int chunk = first; chunk < chunks; begin = places[chunk++]) {
      int bytes = places[chunk] - begin;
      sample(Arrays.copyOfRange(fingerprints, chunk * width, (chunk + 1) * width), begin, bytes);
      pieceBytes += bytes;
      ends[chunk] = pieceBytes;
    }
    if (chunks == mostChunks) {
      closePiece();
    }
    return at;
  }

  private void closePiece() {
    if (chunks == 0) {
      return;
    }
    recipeBytes += (long) chunks * (width + Integer.BYTES);
    if (recipeBytes <= how.mostRecipeBytes()) {
      drafts.add(
          new Draft(
              offset, Arrays.copyOf(ends, chunks), Arrays.copyOf(fingerprints, chunks * width)));
    } else {
      drafts.clear();
      samples.clear();
    }
    offset += pieceBytes;
    pieceBytes = 0;
    chunks = 0;
  }

  private void sample(byte[] fingerprint, int from, int bytes) throws IOException {
    if (!how.sampling().samples() || !how.sampling().takesChunk(fingerprint)) {
      return;
    }
    for (PullCodec codec : how.sampling().codecs()) {
      samples.add(
          new ContentSample(
              chunker.name(),
              codec.name(),
              Fingerprint.of(fingerprint),
              bytes,
              0,
              bytes,
              CompressedLength.of(codec, waiting, from, bytes),
              how.sampling().share(),
              null));
    }
  }
}
