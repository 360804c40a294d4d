package dev.varve.jobs.ingest;

import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The size of waves. A wave is what is read between two publications: about as many bytes as the
 * interval allows at the speed of the wave before. Short waves would cost time, because processors
 * idle at the end of each, and would publish small files.
 */
final class Pace {
  /** Fewest bytes of the first wave, when no speed is known. */
  private static final long FIRST_BYTES = 4L << 30;

  /** Bytes of the first wave for each processor: some seconds of its work. */
  private static final long FIRST_PROCESSOR_BYTES = 512L << 20;

  /** Fewest bytes of a wave, however slow the input is. */
  private static final long LEAST_BYTES = 1L << 30;

  /** Most bytes of a wave over those of the wave before, which may have been in memory already. */
  private static final long GROWTH = 4;

  private final long mostBytes;
  private final Duration interval;
  private long bytes;

  /**
   * A pace before the first wave.
   *
   * @param mostBytes most bytes of a wave
   * @param interval wanted time of a wave
   * @param processors that read a wave
   */
  Pace(long mostBytes, Duration interval, int processors) {
    bytes = Math.max(FIRST_BYTES, processors * FIRST_PROCESSOR_BYTES);
    this.mostBytes = mostBytes;
    this.interval = interval;
  }

  /** The next wave: items from the start of the list that have at least as many bytes together. */
  <T> List<T> next(List<T> rest, ToLongFunction<T> bytesOf) {
    long wanted = Math.min(bytes, mostBytes);
    long sum = 0;
    int count = 0;
    while (count < rest.size() && (count == 0 || sum < wanted)) {
      sum += bytesOf.applyAsLong(rest.get(count++));
    }
    return List.copyOf(rest.subList(0, count));
  }

  /** Adapts the pace to a wave that was read. */
  void adapt(long waveBytes, Duration took) {
    double atSpeed = (double) waveBytes * interval.toMillis() / Math.max(1, took.toMillis());
    double most = (double) GROWTH * Math.max(waveBytes, LEAST_BYTES);
    bytes = (long) Math.max(LEAST_BYTES, Math.min(atSpeed, most));
  }
}
