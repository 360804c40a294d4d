package dev.varve.jobs.pull;

import dev.varve.jobs.run.Run;
import dev.varve.pull.Backend;
import dev.varve.pull.CostModel;
import dev.varve.pull.Pace;
import dev.varve.pull.PullReplay;
import dev.varve.pull.PullTally;
import dev.varve.pull.PulledLayers;
import dev.varve.pull.Registry;
import dev.varve.pull.SizeClasses;
import dev.varve.request.PulledImage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/** The replays by all settings, and the bounds of their caches. */
final class Replays {
  private static final double MICROS_A_MILLI = 1000;

  private final Run run;
  private final PullSettings settings;
  private final Catalogue catalogue;
  private final Dataset<Row> slices;
  private final List<PullCosts> costs;
  private final Map<Placed, Broadcast<PulledLayers>> placed = new HashMap<>();
  private final Map<Bounded, Integer> bounds = new HashMap<>();

  Replays(Run run, PullSettings settings, Catalogue catalogue, Dataset<Row> slices) {
    this.run = run;
    this.settings = settings;
    this.catalogue = catalogue;
    this.slices = slices;
    costs =
        settings.costs().stream()
            .map(one -> settings.costsMeasured() ? one.measured(run) : one)
            .toList();
  }

  /** What the layers of a replay depend on. */
  private record Placed(int servers, String codec) {}

  /** What the bounds of a cache depend on. */
  private record Bounded(LayerRange range, String codec, double cacheRatio) {}

  /**
   * Rows of {@link PullTables#REPLAYED}.
   *
   * @param requests of each range, in one partition each
   */
  Dataset<Row> rows(Map<LayerRange, Dataset<Row>> requests) {
    Map<LayerRange, Broadcast<List<PulledImage>>> known = new HashMap<>();
    List<Dataset<Row>> all = new ArrayList<>();
    for (PullSettings.Combination setting : settings.settings()) {
      Dataset<Row> asked = requests.get(setting.range());
      if (asked != null) {
        Broadcast<List<PulledImage>> images =
            known.computeIfAbsent(setting.range(), range -> run.context().broadcast(held(range)));
        all.add(replay(setting, asked, images));
        if (setting.backend().hasCache()) {
          bound(setting, asked, all);
        }
      }
    }
    run.count("settings", all.size());
    run.note(String.format(Locale.ROOT, "replaying by %,d settings", all.size()));
    return all.stream().reduce(Dataset::union).orElseThrow();
  }

  /** What repositories are known to hold before the first request: nothing, of a trace. */
  private List<PulledImage> held(LayerRange range) {
    return settings.trace().isEmpty() ? catalogue.images(range) : List.of();
  }

  private Dataset<Row> replay(
      PullSettings.Combination setting, Dataset<Row> asked, Broadcast<List<PulledImage>> known) {
    Broadcast<PulledLayers> layers = layers(setting);
    PullTables.SettingColumns columns =
        columns(setting.number(), setting, setting.backend().name());
    CostModel model = costs(setting.codec()).costs();
    long cacheBytes = cacheBytes(setting);
    int repulls = settings.placing().repullThreshold();
    long most = settings.mostResults();
    return asked.mapPartitions(
        (MapPartitionsFunction<Row, Row>)
            rows -> {
              Registry registry =
                  new Registry(
                      layers.value(), model, setting.backend(), cacheBytes, repulls, known.value());
              return new ReplayRows(
                  new PullReplay(registry, setting.pace(), RequestRows.requests(rows)),
                  columns,
                  new PullTally(layers.value(), SizeClasses.DOUBLING),
                  most);
            },
        Encoders.row(PullTables.REPLAYED.schema()));
  }

  /** Adds the bounds of a cache, once for all that has the same: numbered behind all settings. */
  private void bound(PullSettings.Combination setting, Dataset<Row> asked, List<Dataset<Row>> all) {
    Bounded bounded = new Bounded(setting.range(), setting.codec(), setting.cacheRatio());
    if (bounds.putIfAbsent(bounded, bounds.size()) != null) {
      return;
    }
    int number = settings.settings().size() + 2 * (bounds.size() - 1);
    PullTables.SettingColumns belady = columns(number, setting, "belady");
    PullTables.SettingColumns offline = columns(number + 1, setting, "offline-bound");
    Broadcast<PulledLayers> layers = layers(setting);
    all.add(
        asked.mapPartitions(
            (MapPartitionsFunction<Row, Row>)
                rows -> BoundRows.of(RequestRows.requests(rows), layers.value(), belady, offline),
            Encoders.row(PullTables.REPLAYED.schema())));
  }

  private Broadcast<PulledLayers> layers(PullSettings.Combination setting) {
    return placed.computeIfAbsent(
        new Placed(setting.servers(), setting.codec()),
        of -> run.context().broadcast(catalogue.on(of.servers(), costs(of.codec()), slices)));
  }

  private PullCosts costs(String codec) {
    return costs.stream().filter(one -> one.codec().equals(codec)).findFirst().orElseThrow();
  }

  private long cacheBytes(PullSettings.Combination setting) {
    long[] stored = catalogue.storedBytes(catalogue.layers(setting.range()));
    return Math.round(LongStream.of(stored).sum() * setting.cacheRatio());
  }

  private PullTables.SettingColumns columns(
      int number, PullSettings.Combination setting, String backend) {
    boolean cached = setting.backend().hasCache();
    Pace pace = setting.pace();
    return new PullTables.SettingColumns(
        number,
        settings.trace().isEmpty() ? "made-up" : "trace",
        setting.range().name(),
        backend,
        setting.backend().layout() == Backend.Layout.ONE_SERVER ? 1 : setting.servers(),
        setting.codec(),
        cached ? setting.cacheRatio() : null,
        cached ? cacheBytes(setting) : null,
        pace.clients(),
        pace.gapMicros() == Pace.AS_REQUESTED ? null : pace.gapMicros() / MICROS_A_MILLI,
        settings.seed().value());
  }
}
