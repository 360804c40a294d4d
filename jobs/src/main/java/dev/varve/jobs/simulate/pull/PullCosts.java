package dev.varve.jobs.simulate.pull;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.Setting;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.simulation.pull.CostModel;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The costs of a codec, from section {@code pulls.costs}.
 *
 * @param codec of restored layers
 * @param costs of all steps with it
 * @param ratio restored bytes over archive bytes where nothing was measured
 */
record PullCosts(String codec, CostModel costs, double ratio) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long NANOS_PER_MICRO = 1000;
  static final long MAX_MICROS = 1_000_000_000;

  /** The codecs that have costs. */
  static final List<String> CODECS =
      Setting.of("pulls.costs.compress-bytes-per-second").stream().map(Setting::name).toList();

  /**
   * Section {@code pulls.costs}.
   *
   * @param recipeLookupMicros to find the recipe of a layer, or a whole layer
   * @param sliceLookupMicros to find a slice
   * @param archiveMicrosPerFile of a core, for each entry of an archive
   * @param archiveBytesPerSecond at which a core archives
   * @param mergeBytesPerSecond at which a core merges slices
   * @param cores of a server
   * @param linkBytesPerSecond bandwidth of a server's link, each way
   * @param linkMicros time until what was sent has arrived
   * @param compressBytesPerSecond bytes of archive that a core compresses, by codec
   * @param compressRatio restored over archive bytes where nothing was measured, by codec
   */
  record Keys(
      @Range(low = 0, high = MAX_MICROS) double recipeLookupMicros,
      @Range(low = 0, high = MAX_MICROS) double sliceLookupMicros,
      @Range(low = 0, high = MAX_MICROS) double archiveMicrosPerFile,
      long archiveBytesPerSecond,
      long mergeBytesPerSecond,
      @Range(low = 1, high = 10_000) int cores,
      long linkBytesPerSecond,
      @Range(low = 0, high = MAX_MICROS) double linkMicros,
      Map<String, Long> compressBytesPerSecond,
      @Range(low = 0, high = 10) Map<String, Double> compressRatio) {

    PullCosts of(String codec) {
      CostModel.Restore restore =
          new CostModel.Restore(
              archiveMicrosPerFile * NANOS_PER_MICRO,
              NANOS_PER_SECOND / archiveBytesPerSecond,
              NANOS_PER_SECOND / compressBytesPerSecond.getOrDefault(codec, 1L),
              NANOS_PER_SECOND / mergeBytesPerSecond);
      return new PullCosts(
          codec,
          new CostModel(
              Math.round(recipeLookupMicros * NANOS_PER_MICRO),
              Math.round(sliceLookupMicros * NANOS_PER_MICRO),
              restore,
              cores,
              linkBytesPerSecond,
              Math.round(linkMicros * NANOS_PER_MICRO)),
          compressRatio.getOrDefault(codec, 1.0));
    }
  }

  /** Its name in {@code layer.compression}. */
  String compression() {
    int dash = codec.indexOf('-');
    return dash < 0 ? codec : codec.substring(0, dash);
  }

  /**
   * A row of report pull-costs.
   *
   * @param codec of the restored layers
   * @param archiveNanosPerFile to write one file to the archive
   * @param archiveNanosPerByte to write one byte to the archive
   * @param compressNanosPerByte to compress one byte of the archive
   */
  private record Measured(
      String codec,
      double archiveNanosPerFile,
      double archiveNanosPerByte,
      double compressNanosPerByte) {}

  /**
   * These costs, with the steps that the warehouse has measured replaced by the measured costs.
   *
   * @throws InvalidSettingsException when no pull was measured with the codec
   */
  PullCosts measured(Engine engine) throws IOException {
    Measured measured =
        engine.all(Query.of("reports", "pull-costs"), Measured.class).stream()
            .filter(row -> row.codec().equals(codec))
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidSettingsException(
                        List.of(
                            "pulls.costs-from is measured, and no pull was measured with "
                                + codec
                                + ": ingest a registry with --measure-pull --pull-codec "
                                + codec)));
    CostModel.Restore restore =
        new CostModel.Restore(
            measured.archiveNanosPerFile(),
            measured.archiveNanosPerByte(),
            measured.compressNanosPerByte(),
            costs.restore().mergeNanosPerByte());
    return new PullCosts(codec, costs.with(restore), ratio);
  }
}
