package dev.varve.jobs.pull;

import dev.varve.jobs.conf.Setting;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.pull.CostModel;
import java.io.Serializable;
import java.util.List;

/**
 * The costs of a codec, from section {@code pulls.costs}.
 *
 * @param codec of restored layers
 * @param costs of all steps with it
 * @param ratio restored bytes over archive bytes where nothing was measured
 */
record PullCosts(String codec, CostModel costs, double ratio) implements Serializable {
  private static final String ROOT = "pulls.costs.";
  private static final String RATE = ROOT + "compress-bytes-per-second";
  private static final double NANOS_A_SECOND = 1e9;
  private static final long NANOS_A_MICRO = 1000;
  private static final long MOST_MICROS = 1_000_000_000;

  /** The codecs that have costs. */
  static final List<String> CODECS = Setting.of(RATE).stream().map(Setting::name).toList();

  static PullCosts read(SettingReader settings, String codec) {
    CostModel.Restore restore =
        new CostModel.Restore(
            settings.number(ROOT + "archive-micros-per-file", 0, MOST_MICROS) * NANOS_A_MICRO,
            NANOS_A_SECOND / settings.bytes(ROOT + "archive-bytes-per-second"),
            NANOS_A_SECOND / settings.bytes(RATE + "." + codec),
            NANOS_A_SECOND / settings.bytes(ROOT + "merge-bytes-per-second"));
    return new PullCosts(
        codec,
        new CostModel(
            micros(settings, "recipe-lookup-micros"),
            micros(settings, "slice-lookup-micros"),
            restore,
            settings.count(ROOT + "cores", 1, 10_000),
            settings.bytes(ROOT + "link-bytes-per-second"),
            micros(settings, "link-micros")),
        settings.number(ROOT + "compress-ratio." + codec, 0, 10));
  }

  /** What {@code layer.compression} calls its kind. */
  String kind() {
    int dash = codec.indexOf('-');
    return dash < 0 ? codec : codec.substring(0, dash);
  }

  private static long micros(SettingReader settings, String name) {
    return Math.round(settings.number(ROOT + name, 0, MOST_MICROS) * NANOS_A_MICRO);
  }
}
