package dev.varve.jobs.simulate.pull;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.simulation.slice.StorageRatio;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Table {@code pull_storage}: the bytes that each storage mode takes. */
final class StorageModes {
  private StorageModes() {}

  /**
   * The row of {@code schemas/simulate/pull_storage.sql}. The first three store everything once;
   * those of mode popular have all its replicas.
   *
   * @param layerBytes of all layers as they were pushed
   * @param fileBytes of all distinct contents, uncompressed
   * @param framingBytes of the framing of all layers, compressed
   * @param popularWholeBytes of the layers that mode popular stores whole, every replica counted
   * @param popularFileBytes of the contents that it stores as files, every replica counted
   * @param popularFramingBytes of the framing that it stores with them
   */
  private record Sums(
      long layerBytes,
      long fileBytes,
      long framingBytes,
      long popularWholeBytes,
      long popularFileBytes,
      long popularFramingBytes) {}

  /**
   * A row of {@code pull_storage}.
   *
   * @param mode whole-N, popular or erasure-coded
   * @param replicas R, of every layer
   * @param layerBytes of all layers as they were pushed, once
   * @param wholeBytes stored as whole layers
   * @param fileBytes stored as files, uncompressed, without empty ones
   * @param framingBytes stored to rebuild the archives; 0 unless the framing was kept
   * @param storedBytes the sum of these three
   * @param ratio R times layerBytes over storedBytes; null when nothing is stored
   * @param closedForm the ratio by the formula; null for other modes than whole-N
   */
  record StorageRow(
      String mode,
      int replicas,
      long layerBytes,
      long wholeBytes,
      long fileBytes,
      long framingBytes,
      long storedBytes,
      @Nullable Double ratio,
      @Nullable Double closedForm) {}

  private record Popular(double share) {}

  /**
   * The rows of all modes.
   *
   * @param engine with the views {@code arrived_layer} and {@code ranking_request}
   */
  static List<StorageRow> of(Engine engine, PullSettings.Storage settings) throws IOException {
    engine.records(
        "popular_share", Popular.class, settings.popular().stream().map(Popular::new).toList());
    Sums sums =
        engine.onlyRow(
            Query.of("simulate", "pull_storage").with("replicas", settings.replicas()), Sums.class);
    int replicas = settings.replicas();
    double dedupRatio = (double) sums.layerBytes() / (sums.fileBytes() + sums.framingBytes());
    List<StorageRow> rows = new ArrayList<>();
    for (int wholeReplicas = 0; wholeReplicas <= replicas; wholeReplicas++) {
      rows.add(
          row(
              "whole-" + wholeReplicas,
              replicas,
              sums.layerBytes(),
              new Stored(
                  wholeReplicas * sums.layerBytes(),
                  (replicas - wholeReplicas) * sums.fileBytes(),
                  (replicas - wholeReplicas) * sums.framingBytes()),
              StorageRatio.of(replicas, wholeReplicas, dedupRatio)));
    }
    rows.add(
        row(
            "popular",
            replicas,
            sums.layerBytes(),
            new Stored(
                sums.popularWholeBytes(), sums.popularFileBytes(), sums.popularFramingBytes()),
            null));
    rows.add(
        row(
            "erasure-coded",
            replicas,
            sums.layerBytes(),
            new Stored(
                0,
                erasureCodedBytes(sums.fileBytes(), settings),
                erasureCodedBytes(sums.framingBytes(), settings)),
            null));
    return rows;
  }

  private record Stored(long whole, long files, long framing) {
    long bytes() {
      return whole + files + framing;
    }
  }

  private static long erasureCodedBytes(long bytes, PullSettings.Storage settings) {
    int shards = settings.dataShards() + settings.parityShards();
    return Math.round((double) bytes * shards / settings.dataShards());
  }

  private static StorageRow row(
      String name, int replicas, long layerBytes, Stored stored, @Nullable Double closedForm) {
    return new StorageRow(
        name,
        replicas,
        layerBytes,
        stored.whole(),
        stored.files(),
        stored.framing(),
        stored.bytes(),
        stored.bytes() == 0 ? null : (double) replicas * layerBytes / stored.bytes(),
        closedForm == null || closedForm.isNaN() ? null : closedForm);
  }
}
