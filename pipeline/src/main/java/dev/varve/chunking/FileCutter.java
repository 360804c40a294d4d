package dev.varve.chunking;

import dev.varve.digest.DigestEngine;
import dev.varve.digest.FingerprintRule;
import dev.varve.model.ContentSample;
import dev.varve.model.FilePiece;
import dev.varve.model.Fingerprint;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Cuts the contents of files by several chunkers as they stream by, and compresses a sample of the
 * files and of their chunks.
 */
public final class FileCutter implements Closeable {
  private final List<ContentCutter> cutters;
  private final SampledFile sampled;
  private long left;
  private long cutNanos;
  private List<FilePiece> pieces = new ArrayList<>();
  private List<ContentSample> samples = new ArrayList<>();

  /** Cuts as {@code how} says, into chunks with fingerprints of a rule, by an engine. */
  public FileCutter(FileCutting how, FingerprintRule fingerprint, DigestEngine engine) {
    cutters =
        how.chunkers().stream()
            .map(name -> new ContentCutter(name, how, fingerprint, engine))
            .toList();
    sampled = new SampledFile(how.sampling());
  }

  /** Begins a file of so many bytes, all of which will come. */
  public void begin(long bytes) {
    begin(bytes, at -> {});
  }

  /**
   * Begins a file of so many bytes, all of which will come.
   *
   * @param boundary receives where each piece of it that is sampled begins and ends, in order, when
   *     the piece begins
   */
  public void begin(long bytes, LongConsumer boundary) {
    left = bytes;
    sampled.begin(bytes, boundary);
  }

  /** More of its content. */
  public void take(byte[] buffer, int from, int length) throws IOException {
    if (!cutters.isEmpty()) {
      long start = System.nanoTime();
      for (ContentCutter cutter : cutters) {
        cutter.take(buffer, from, length);
      }
      cutNanos += System.nanoTime() - start;
    }
    sampled.take(buffer, from, length);
    left -= length;
  }

  public void end(Fingerprint fingerprint) throws IOException {
    if (left != 0) {
      throw new IllegalStateException(left + " bytes of a file have not come");
    }
    if (!cutters.isEmpty()) {
      long start = System.nanoTime();
      for (ContentCutter cutter : cutters) {
        cutter.end(fingerprint, pieces, samples);
      }
      cutNanos += System.nanoTime() - start;
    }
    sampled.end(fingerprint, samples);
  }

  /** Recipes of the files that have ended since the last call; an empty file has none. */
  public List<FilePiece> pieces() {
    List<FilePiece> drained = pieces;
    pieces = new ArrayList<>();
    return drained;
  }

  /** The compressed samples of these files. */
  public List<ContentSample> samples() {
    List<ContentSample> drained = samples;
    samples = new ArrayList<>();
    return drained;
  }

  /** Time of cutting and compressing. */
  public long nanos() {
    return cutNanos + sampled.nanos();
  }

  /** Processor time of compressing whole files. */
  public long sampleCpuNanos() {
    return sampled.cpuNanos();
  }

  @Override
  public void close() throws IOException {
    sampled.close();
  }
}
