package dev.varve.jobs.simulate.pull;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Setting;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.pull.CostModel;
import java.io.IOException;
import java.util.List;

/**
 * The costs of a codec, from section {@code pulls.costs}.
 *
 * @param codec of restored layers
 * @param costs of all steps with it
 * @param ratio restored bytes over archive bytes where nothing was measured
 */
record PullCosts(String codec, CostModel costs, double ratio) {
  private static final String ROOT = "pulls.";
  private static final double NANOS_A_SECOND = 1e9;
  private static final long NANOS_A_MICRO = 1000;
  private static final long MOST_MICROS = 1_000_000_000;

  /** The codecs that have costs. */
  static final List<String> CODECS =
      Setting.of(ROOT + "costs.compress-bytes-per-second").stream().map(Setting::name).toList();

  static PullCosts read(SettingReader settings, String codec) {
    CostModel.Restore restore =
        new CostModel.Restore(
            settings.number(ROOT + "costs.archive-micros-per-file", 0, MOST_MICROS) * NANOS_A_MICRO,
            NANOS_A_SECOND / settings.bytes(ROOT + "costs.archive-bytes-per-second"),
            NANOS_A_SECOND / settings.bytes(ROOT + "costs.compress-bytes-per-second." + codec),
            NANOS_A_SECOND / settings.bytes(ROOT + "costs.merge-bytes-per-second"));
    return new PullCosts(
        codec,
        new CostModel(
            micros(settings, "costs.recipe-lookup-micros"),
            micros(settings, "costs.slice-lookup-micros"),
            restore,
            settings.count(ROOT + "costs.cores", 1, 10_000),
            settings.bytes(ROOT + "costs.link-bytes-per-second"),
            micros(settings, "costs.link-micros")),
        settings.number(ROOT + "costs.compress-ratio." + codec, 0, 10));
  }

  /** Its name in {@code layer.compression}. */
  String kind() {
    int dash = codec.indexOf('-');
    return dash < 0 ? codec : codec.substring(0, dash);
  }

  /** A row of report pull-costs. */
  private record Measured(
      String codec,
      double archiveNanosPerFile,
      double archiveNanosPerByte,
      double compressNanosPerByte) {}

  /**
   * These costs, but those of the warehouse's measured pulls.
   *
   * @throws InvalidSettingsException when no pull was measured with the codec
   */
  PullCosts measured(Engine engine) throws IOException {
    Measured measured =
        engine.all(Query.of("reports", "pull-costs"), Measured.class).stream()
            .filter(one -> one.codec().equals(codec))
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

  private static long micros(SettingReader settings, String name) {
    return Math.round(settings.number(ROOT + name, 0, MOST_MICROS) * NANOS_A_MICRO);
  }
}
