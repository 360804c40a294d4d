package dev.varve.jobs.simulate.pull;

import dev.varve.jobs.engine.Fold;
import dev.varve.simulation.pull.Backend;
import dev.varve.simulation.pull.Pace;
import dev.varve.simulation.pull.PulledLayers;
import dev.varve.simulation.pull.Registry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** The replays by all settings, and the bounds of their caches. */
final class Replays {
  private static final double MICROS_PER_MILLI = 1000;

  private final PullSettings settings;
  private final List<PullCosts> costs;
  private final Catalogue catalogue;
  private final Map<LayersKey, PulledLayers> layersOf = new HashMap<>();
  private final Map<BoundKey, Integer> boundNumbers = new HashMap<>();

  /**
   * @param costs of all codecs of the settings
   */
  Replays(PullSettings settings, List<PullCosts> costs, Catalogue catalogue) {
    this.settings = settings;
    this.costs = costs;
    this.catalogue = catalogue;
  }

  /** Settings that determine the layers of a replay. */
  private record LayersKey(int servers, String codec) {}

  /**
   * Settings that determine the bounds of a cache.
   *
   * @param range of which layers the requests are
   * @param cacheRatio cache over stored bytes of these layers
   */
  private record BoundKey(LayerRange range, String codec, double cacheRatio) {}

  /** The folds over the requests of a range. */
  List<Fold.Start<RequestRow>> folds(PullRequestSource source) throws IOException {
    long storedBytes = LongStream.of(source.storedBytes()).sum();
    List<Fold.Start<RequestRow>> folds = new ArrayList<>();
    for (PullSettings.Combination setting : settings.combinations()) {
      if (setting.range().equals(source.range())) {
        long cacheBytes = Math.round(storedBytes * setting.cacheRatio());
        folds.add(replay(setting, source, cacheBytes));
        BoundKey key = new BoundKey(setting.range(), setting.codec(), setting.cacheRatio());
        if (setting.backend().hasCache()
            && boundNumbers.putIfAbsent(key, boundNumbers.size()) == null) {
          folds.add(bound(setting, cacheBytes));
        }
      }
    }
    return folds;
  }

  private Fold.Start<RequestRow> replay(
      PullSettings.Combination setting, PullRequestSource source, long cacheBytes)
      throws IOException {
    Registry registry =
        new Registry(
            layers(setting),
            costs(setting.codec()).costs(),
            setting.backend(),
            cacheBytes,
            settings.placing().repullThreshold(),
            source.images());
    SummaryRow.Setting columns =
        columns(setting.number(), setting, setting.backend().name(), cacheBytes);
    Pace pace = setting.pace();
    long maxResults = settings.mostResults();
    return () -> new ReplayFold(registry, pace, columns, maxResults);
  }

  /**
   * The bounds of a cache, computed once for all settings with the same cache. Their numbers follow
   * those of the settings.
   */
  private Fold.Start<RequestRow> bound(PullSettings.Combination setting, long cacheBytes)
      throws IOException {
    int number = settings.combinations().size() + 2 * (boundNumbers.size() - 1);
    SummaryRow.Setting belady = columns(number, setting, "belady", cacheBytes);
    SummaryRow.Setting offline = columns(number + 1, setting, "offline-bound", cacheBytes);
    long[] sizes = layers(setting).restoredBytes();
    return () -> new BoundFold(sizes, cacheBytes, belady, offline);
  }

  private PulledLayers layers(PullSettings.Combination setting) throws IOException {
    LayersKey key = new LayersKey(setting.servers(), setting.codec());
    PulledLayers layers = layersOf.get(key);
    if (layers == null) {
      layers = catalogue.placedLayers(key.servers(), costs(key.codec()));
      layersOf.put(key, layers);
    }
    return layers;
  }

  private PullCosts costs(String codec) {
    return costs.stream()
        .filter(codecCosts -> codecCosts.codec().equals(codec))
        .findFirst()
        .orElseThrow();
  }

  private SummaryRow.Setting columns(
      int number, PullSettings.Combination setting, String backend, long cacheBytes) {
    boolean hasCache = setting.backend().hasCache();
    Pace pace = setting.pace();
    return new SummaryRow.Setting(
        number,
        settings.trace().isEmpty() ? "synthetic" : "trace",
        setting.range().name(),
        backend,
        setting.backend().layout() == Backend.Layout.ONE_SERVER ? 1 : setting.servers(),
        setting.codec(),
        hasCache ? setting.cacheRatio() : null,
        hasCache ? cacheBytes : null,
        pace.clients(),
        pace.gapMicros() == Pace.AS_REQUESTED ? null : pace.gapMicros() / MICROS_PER_MILLI,
        settings.seed().value());
  }
}
