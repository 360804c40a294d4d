package dev.varve.chunking;

import dev.varve.codec.CompressedLength;
import dev.varve.codec.PullCodec;
import dev.varve.model.ContentSample;
import dev.varve.model.Fingerprint;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;

/**
 * Compresses those files that are of the sample as they stream by, and counts what that costs. A
 * file is chosen before its fingerprint is known, by its length and its first bytes.
 */
final class SampledFile implements Closeable {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final ContentSampling sampling;
  private final byte[] head = new byte[ContentSampling.HEAD_BYTES];
  private int headLength;
  private long bytes;
  private final List<CompressedLength> compressed = new ArrayList<>();
  private long cpuNanos;

  SampledFile(ContentSampling sampling) {
    this.sampling = sampling;
  }

  void begin(long length) {
    bytes = length;
    headLength = 0;
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
      if (headLength == Math.min(head.length, bytes)
          && sampling.takesFile(bytes, head, headLength)) {
        for (PullCodec codec : sampling.codecs()) {
          compressed.add(new CompressedLength(codec));
        }
        compress(head, 0, headLength);
      }
    }
    compress(buffer, at, from + length - at);
  }

  private void compress(byte[] buffer, int from, int length) throws IOException {
    if (compressed.isEmpty() || length == 0) {
      return;
    }
    long start = THREADS.getCurrentThreadCpuTime();
    for (CompressedLength open : compressed) {
      open.add(buffer, from, length);
    }
    cpuNanos += THREADS.getCurrentThreadCpuTime() - start;
  }

  void end(Fingerprint fingerprint, List<ContentSample> samples) throws IOException {
    if (compressed.isEmpty()) {
      return;
    }
    long start = THREADS.getCurrentThreadCpuTime();
    for (int codec = 0; codec < compressed.size(); codec++) {
      samples.add(
          new ContentSample(
              ContentSample.WHOLE_FILE,
              sampling.codecs().get(codec).name(),
              fingerprint,
              bytes,
              compressed.get(codec).end(),
              sampling.inclusion(bytes)));
    }
    compressed.clear();
    cpuNanos += THREADS.getCurrentThreadCpuTime() - start;
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
  }
}
