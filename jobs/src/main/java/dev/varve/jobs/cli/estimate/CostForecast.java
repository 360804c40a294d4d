package dev.varve.jobs.cli.estimate;

import dev.varve.content.estimate.ConfidenceInterval;
import dev.varve.jobs.cli.estimate.Quantity.Measure;
import dev.varve.jobs.engine.spark.SparkMaster;
import dev.varve.jobs.host.ProcessMemory;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The cost of an ingest of all inputs, from that of a part. Until the part is sampled, all is as it
 * would be. Afterwards work grows with the bytes. It takes at most as long as the part took, at
 * least as long as its processor time without that of the compiler, spread over all threads.
 */
final class CostForecast {
  /** Relative difference between two runs of the same work. */
  private static final double NOISE = 0.1;

  /**
   * A reading of this process's clocks.
   *
   * @param cpuSeconds processor time of all its threads until then
   * @param compilerSeconds what the compiler took of it
   */
  private record CpuReading(double seconds, double cpuSeconds, double compilerSeconds) {
    static CpuReading now() {
      @Nullable CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
      boolean timed = compiler != null && compiler.isCompilationTimeMonitoringSupported();
      Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
      return new CpuReading(
          System.nanoTime() / 1e9,
          cpu.toNanos() / 1e9,
          timed ? compiler.getTotalCompilationTime() / 1e3 : 0);
    }

    CpuReading since(CpuReading before) {
      return new CpuReading(
          seconds - before.seconds,
          cpuSeconds - before.cpuSeconds,
          compilerSeconds - before.compilerSeconds);
    }
  }

  private final CpuReading started = CpuReading.now();
  private CpuReading sampled = started;
  private CpuReading ended = started;
  private OptionalLong peakBytes = OptionalLong.empty();

  /** From here on the work depends on the sample. */
  void sampled() {
    sampled = CpuReading.now();
  }

  /** The part is ingested. */
  void ended() {
    ended = CpuReading.now();
    peakBytes = ProcessMemory.peakBytes();
  }

  /**
   * Forecasts of an ingest of all.
   *
   * @param fold how many times larger all inputs are than the part
   * @param threads that the ingest works on
   */
  List<Quantity> quantities(double fold, int threads) {
    List<Quantity> forecasts = new ArrayList<>();
    forecasts.add(Quantity.forecast(Measure.INGEST_SECONDS, seconds(fold, threads)));
    peakBytes.ifPresent(
        peak ->
            forecasts.add(Quantity.forecast(Measure.INGEST_MEMORY_BYTES, memory((double) peak))));
    return forecasts;
  }

  /**
   * Memory does not grow with the input but for the heap, which the collector lets grow up to its
   * limit where that spares it work.
   */
  private static ConfidenceInterval memory(double peak) {
    return new ConfidenceInterval(peak, peak / 2, peak + (double) ProcessMemory.heapLeftBytes());
  }

  private ConfidenceInterval seconds(double fold, int threads) {
    double before = sampled.since(started).seconds();
    CpuReading part = ended.since(sampled);
    // Executors of a cluster work elsewhere, and their processor time is not known here.
    boolean here = !SparkMaster.isSubmitted();
    double work = here ? part.cpuSeconds() / threads : part.seconds();
    double least = here ? work - part.compilerSeconds() / threads : 0;
    return interval(before + part.seconds(), part.seconds(), work, Math.max(0, least), fold);
  }

  /**
   * Seconds of the whole.
   *
   * @param part seconds of the part, from its start
   * @param after seconds of it since it was sampled
   * @param work of these, what every further part takes
   * @param least the same where everything is compiled
   */
  static ConfidenceInterval interval(
      double part, double after, double work, double least, double fold) {
    return new ConfidenceInterval(
        part + (fold - 1) * Math.min(after, work),
        (1 - NOISE) * (part + (fold - 1) * Math.min(after, least)),
        (1 + NOISE) * (part + (fold - 1) * after));
  }
}
