package dev.varve.jobs.registry;

import dev.varve.jobs.found.FoundRows;
import dev.varve.model.LayerBlob;
import dev.varve.source.BlobPlace;
import dev.varve.source.LayerCandidate;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A row of {@code schemas/ingest/layer_plan.sql}. */
record PlannedPlace(
    String layerDigest,
    LayerBlob.DigestOf digestOf,
    long blobBytes,
    @Nullable String mediaType,
    BlobPlace place,
    @Nullable String diffId) {

  /** The layers that are to be read, each with all places where it lies. */
  static List<LayerCandidate> candidates(FoundRows found) {
    List<LayerCandidate> candidates = new ArrayList<>();
    List<PlannedPlace> ofLayer = new ArrayList<>();
    for (PlannedPlace next : found.all("layer_plan", PlannedPlace.class)) {
      if (!ofLayer.isEmpty() && !ofLayer.get(0).layerDigest.equals(next.layerDigest)) {
        candidates.add(candidate(ofLayer));
        ofLayer.clear();
      }
      ofLayer.add(next);
    }
    if (!ofLayer.isEmpty()) {
      candidates.add(candidate(ofLayer));
    }
    return candidates;
  }

  private static LayerCandidate candidate(List<PlannedPlace> rows) {
    PlannedPlace first = rows.get(0);
    TreeSet<String> diffIds = new TreeSet<>();
    for (PlannedPlace row : rows) {
      if (row.diffId != null) {
        diffIds.add(row.diffId);
      }
    }
    return new LayerCandidate(
        new LayerBlob(
            first.layerDigest,
            first.digestOf,
            first.blobBytes,
            List.copyOf(diffIds),
            first.mediaType),
        rows.stream().map(PlannedPlace::place).distinct().toList());
  }
}
