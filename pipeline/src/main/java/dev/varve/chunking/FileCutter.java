package dev.varve.chunking;

import dev.varve.codec.CompressedLength;
import dev.varve.codec.FingerprintRule;
import dev.varve.model.ContentSample;
import dev.varve.model.FilePiece;
import dev.varve.model.Fingerprint;
import java.io.Closeable;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the contents of files by several chunkers as they stream by, and compresses a sample. Which
 * chunks are of the sample follows from their fingerprints. Whether a file is has to be known
 * before its fingerprint: it follows from its length and its first bytes, so files that begin alike
 * are all of it, or none is.
 */
public final class FileCutter implements Closeable {
  private static final int HEAD_BYTES = 4096;

  private final FileCutting how;
  private final List<ContentCutter> cutters;
  private final MessageDigest digest;
  private final byte[] head = new byte[HEAD_BYTES];
  private int headLength;
  private long fileBytes;
  private long left;
  private @Nullable CompressedLength compressed;
  private List<FilePiece> pieces = new ArrayList<>();
  private List<ContentSample> samples = new ArrayList<>();

  /** Cuts as {@code how} says, into chunks with fingerprints of a rule. */
  public FileCutter(FileCutting how, FingerprintRule fingerprint) {
    this.how = how;
    cutters =
        how.chunkers().stream().map(name -> new ContentCutter(name, how, fingerprint)).toList();
    digest = fingerprint.digest();
  }

  /** Begins a file of so many bytes, all of which will come. */
  public void begin(long bytes) {
    fileBytes = bytes;
    left = bytes;
    headLength = 0;
  }

  /** More of its content. */
  public void take(byte[] buffer, int from, int length) throws IOException {
    for (ContentCutter cutter : cutters) {
      cutter.take(buffer, from, length);
    }
    int at = from;
    if (how.sampleRatio() > 0 && headLength < head.length) {
      int step = Math.min(length, head.length - headLength);
      System.arraycopy(buffer, from, head, headLength, step);
      headLength += step;
      at += step;
      if (headLength == Math.min(head.length, fileBytes)) {
        choose();
      }
    }
    if (compressed != null) {
      compressed.add(buffer, at, from + length - at);
    }
    left -= length;
  }

  private void choose() throws IOException {
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      digest.update((byte) (fileBytes >>> shift));
    }
    digest.update(head, 0, headLength);
    if (how.samples(digest.digest())) {
      compressed = new CompressedLength(how.codec());
      compressed.add(head, 0, headLength);
    }
  }

  /** Ends the file. */
  public void end(Fingerprint fingerprint) throws IOException {
    if (left != 0) {
      throw new IllegalStateException(left + " bytes of a file have not come");
    }
    for (ContentCutter cutter : cutters) {
      cutter.end(fingerprint, pieces, samples);
    }
    if (compressed != null) {
      long bytes = compressed.end();
      compressed = null;
      samples.add(
          new ContentSample(
              ContentSample.WHOLE_FILE, how.codec().name(), fingerprint, fileBytes, bytes));
    }
  }

  /** Recipes of the files that have ended since the last call; an empty file has none. */
  public List<FilePiece> pieces() {
    List<FilePiece> drained = pieces;
    pieces = new ArrayList<>();
    return drained;
  }

  /** What was compressed of these files. */
  public List<ContentSample> samples() {
    List<ContentSample> drained = samples;
    samples = new ArrayList<>();
    return drained;
  }

  @Override
  public void close() throws IOException {
    if (compressed != null) {
      compressed.close();
      compressed = null;
    }
  }
}
