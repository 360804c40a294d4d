package dev.varve.jobs.cli.estimate;

import dev.varve.content.estimate.ReadBudget;
import dev.varve.content.estimate.UnitDraw;
import dev.varve.input.plan.LayerChoice;
import dev.varve.input.plan.LayerSequence;
import dev.varve.input.source.ArchiveSize;
import dev.varve.input.source.LayerCandidate;
import dev.varve.jobs.host.Parallel;
import dev.varve.model.ByteStore;
import dev.varve.model.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Chooses the layers that {@link EstimateRegistry} reads, by the size of their archives as their
 * blobs report it: the largest for certain, and a random sample of the rest. Chosen layers are read
 * whole, all others only up to a length, their heads. These layers are always read whole, and are
 * no part of the random choice:
 *
 * <ul>
 *   <li>layers no longer than a head;
 *   <li>broken layers, so that they are rejected with their reason;
 *   <li>layers whose blob claims a huge archive, as a false claim would distort all quantities.
 * </ul>
 */
final class LayerSampler implements LayerChoice, PartEstimate.Sampler {
  /**
   * A row of view {@code head}.
   *
   * @param archiveBytes length of the head
   */
  record Head(String unit, long archiveBytes) {}

  /**
   * Claimed archive bytes per blob byte above which a claim is verified. That is cheap, as such a
   * blob is small.
   */
  private static final double MAX_CREDIBLE_FOLD = 100;

  private final ByteStore store;
  private final EstimateSettings settings;
  private final CostForecast cost;
  private final Map<String, Double> sizes = new LinkedHashMap<>();
  private final Set<String> doubtful = new HashSet<>();
  private final List<Head> heads = new ArrayList<>();
  private UnitDraw draw = UnitDraw.of(List.of(), 1, new Seed(0));
  private long storedBytes;
  private double readBytes;

  LayerSampler(ByteStore store, EstimateSettings settings, CostForecast cost) {
    this.store = store;
    this.settings = settings;
    this.cost = cost;
  }

  @Override
  public LayerSequence of(LayerSequence layers) throws IOException {
    List<LayerCandidate> all = new ArrayList<>();
    layers.each(all::add);
    storedBytes = all.stream().mapToLong(LayerCandidate::bytes).sum();
    readSizes(all);
    ReadBudget budget = ReadBudget.of(settings.share(storedBytes));
    List<UnitDraw.Unit> units = new ArrayList<>();
    Map<String, Double> readWhole = new LinkedHashMap<>();
    sizes.forEach(
        (layer, size) -> {
          if (doubtful.contains(layer) || size <= budget.headBytes(size)) {
            readWhole.put(layer, size);
          } else {
            units.add(new UnitDraw.Unit(layer, size));
          }
        });
    draw = UnitDraw.of(units, budget.wholeShare(), new Seed(settings.seed())).with(readWhole);
    List<LayerCandidate> chosen = new ArrayList<>();
    for (LayerCandidate layer : all) {
      String digest = layer.blob().layerDigest();
      double size = sizes.getOrDefault(digest, 0.0);
      long head = budget.headBytes(size);
      if (head > 0) {
        heads.add(new Head(digest, head));
      }
      if (draw.contains(digest)) {
        chosen.add(layer);
        readBytes += layer.bytes();
      } else if (head > 0) {
        chosen.add(layer.head(head));
        readBytes += layer.bytes() * Math.min(1, head / Math.max(1, size));
      }
    }
    cost.sampled();
    return LayerSequence.of(chosen);
  }

  private void readSizes(List<LayerCandidate> all) throws IOException {
    List<OptionalLong> reported = Parallel.reads(all, this::size);
    double knownArchiveBytes = 0;
    double theirStoredBytes = 0;
    for (int layer = 0; layer < all.size(); layer++) {
      LayerCandidate candidate = all.get(layer);
      double size = reported.get(layer).orElse(0);
      if (isDoubtful(reported.get(layer), candidate.bytes())) {
        doubtful.add(candidate.blob().layerDigest());
      } else if (size > 0) {
        knownArchiveBytes += size;
        theirStoredBytes += candidate.bytes();
      }
    }
    double meanFold = theirStoredBytes > 0 ? knownArchiveBytes / theirStoredBytes : 1;
    for (int layer = 0; layer < all.size(); layer++) {
      LayerCandidate candidate = all.get(layer);
      OptionalLong size = reported.get(layer);
      sizes.put(
          candidate.blob().layerDigest(),
          size.isPresent() ? size.getAsLong() : meanFold * candidate.bytes());
    }
  }

  private static boolean isDoubtful(OptionalLong size, long blobBytes) {
    return size.isPresent()
        && (size.getAsLong() == 0 || size.getAsLong() > MAX_CREDIBLE_FOLD * blobBytes);
  }

  /**
   * The archive size that a blob claims. It is empty for a blob that cannot be opened: the ingest
   * reports the reason if the blob is drawn.
   */
  private OptionalLong size(LayerCandidate layer) {
    try {
      return ArchiveSize.of(store, layer);
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  UnitDraw draw() {
    return draw;
  }

  /**
   * The approximate archive size of each layer, by digest. A layer that reports none gets the mean
   * ratio of the others.
   */
  Map<String, Double> sizes() {
    return sizes;
  }

  /** The length of each layer's head; empty if all layers are read whole. */
  List<Head> heads() {
    return heads;
  }

  @Override
  public long bytes() {
    return storedBytes;
  }

  @Override
  public double readRatio() {
    return storedBytes == 0 ? 1 : readBytes / storedBytes;
  }

  @Override
  public String readUnits() {
    return "%,d of %,d layers%s"
        .formatted(
            draw.certain().size() + draw.drawn().size(),
            sizes.size(),
            draw.isWhole() ? "" : ", of the others the first files");
  }
}
