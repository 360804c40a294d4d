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
 * Forecast of the time and memory that an ingest of all inputs takes, from the ingest of a part.
 * The time before {@link #sampled} is the same for both. The time after it grows in proportion to
 * the bytes. Upper bound: elapsed time of the part, times the growth. Lower bound: its processor
 * time without the JIT compiler, on all threads, times the growth.
 */
final class CostForecast {
  /** Relative difference in time between two runs of the same work. */
  private static final double NOISE = 0.1;

  /**
   * Reading of this process's clocks.
   *
   * @param seconds elapsed time, since an arbitrary moment
   * @param cpuSeconds processor time of all threads so far
   * @param compilerSeconds time of the JIT compiler so far; 0 if unknown
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

  /** Marks the moment from which on the work is in proportion to the sampled bytes. */
  void sampled() {
    sampled = CpuReading.now();
  }

  /** Marks the end of the ingest of the part. */
  void ended() {
    ended = CpuReading.now();
    peakBytes = ProcessMemory.peakBytes();
  }

  /**
   * The forecasts for an ingest of all inputs.
   *
   * @param allOverPart size of all inputs as a multiple of the part
   * @param threads number of threads of the ingest
   */
  List<Quantity> quantities(double allOverPart, int threads) {
    List<Quantity> forecasts = new ArrayList<>();
    forecasts.add(Quantity.forecast(Measure.INGEST_SECONDS, seconds(allOverPart, threads)));
    peakBytes.ifPresent(
        peak ->
            forecasts.add(Quantity.forecast(Measure.INGEST_MEMORY_BYTES, memory((double) peak))));
    return forecasts;
  }

  /**
   * Interval of the peak memory. Memory does not depend on the size of the input. But the garbage
   * collector may let the heap grow up to its limit, to collect less often.
   */
  private static ConfidenceInterval memory(double peak) {
    return new ConfidenceInterval(peak, peak / 2, peak + (double) ProcessMemory.heapLeftBytes());
  }

  private ConfidenceInterval seconds(double allOverPart, int threads) {
    double before = sampled.since(started).seconds();
    CpuReading part = ended.since(sampled);
    // On a cluster the executors do the work, and their processor time is unknown here.
    boolean isLocal = !SparkMaster.isSubmitted();
    double work = isLocal ? part.cpuSeconds() / threads : part.seconds();
    double minWork = isLocal ? work - part.compilerSeconds() / threads : 0;
    return interval(
        before + part.seconds(), part.seconds(), work, Math.max(0, minWork), allOverPart);
  }

  /**
   * Interval of the seconds for all inputs.
   *
   * @param part elapsed seconds of the part, from its start
   * @param afterSampling elapsed seconds of the part since {@link #sampled}
   * @param work expected seconds of each further part of this size
   * @param minWork least seconds of a further part, when all code is compiled
   */
  static ConfidenceInterval interval(
      double part, double afterSampling, double work, double minWork, double allOverPart) {
    return new ConfidenceInterval(
        part + (allOverPart - 1) * Math.min(afterSampling, work),
        (1 - NOISE) * (part + (allOverPart - 1) * Math.min(afterSampling, minWork)),
        (1 + NOISE) * (part + (allOverPart - 1) * afterSampling));
  }
}
