package dev.varve.input.source;

import dev.varve.input.tar.ArchiveLimits;
import dev.varve.model.ByteStore;
import dev.varve.model.LayerBlob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Places where inputs store the blobs of layers. Folders are searched by the digest alone, whatever
 * their manifests say; archives, and stores of unpacked layers, by their manifests.
 */
public final class LayerPlaces {
  private final Map<String, BlobPlaces> folders = new LinkedHashMap<>();
  private final Map<String, List<Finding.LayerPlace>> members = new HashMap<>();

  /**
   * Reads the manifests of archives and stores among the units.
   *
   * @param limits limits of an archive
   */
  public LayerPlaces(ByteStore store, List<SourceUnit> units, ArchiveLimits limits)
      throws IOException {
    for (SourceUnit unit : units) {
      switch (unit.form()) {
        case OCI_FOLDER -> folders.put(unit.root(), BlobPlaces.layout(unit.root()));
        case SKOPEO_FOLDER -> folders.put(unit.root(), SkopeoFolder.places(store, unit.root()));
        case NAMESPACE, REPOSITORY -> folders.put(unit.root(), BlobPlaces.tree(unit.root()));
        case API_REPOSITORY -> {
          String root = RegistryInput.parse(unit.root()).repositoryRoot();
          folders.put(root, RegistryApi.places(root));
        }
        case API_TAGS -> folders.put(unit.root(), RegistryApi.places(unit.root()));
        case CONTENT_STORE -> folders.put(unit.root(), ContentStore.at(store, unit.root()));
        case ARCHIVE, CONTAINERS_STORE, DOCKER_STORE ->
            ImageSources.read(store, unit, limits, Set.of(), this::add);
        case TREE_BLOBS, API_LEFT_OUT, REFUSED -> {}
      }
    }
  }

  private void add(Finding finding) {
    if (finding instanceof Finding.LayerPlace layer) {
      members.computeIfAbsent(layer.layerDigest(), digest -> new ArrayList<>()).add(layer);
    }
  }

  /**
   * The places where a blob may be, in the order of the units, each to be read on its own.
   *
   * @param diffId digest of the archive inside the blob
   */
  public List<LayerCandidate> find(String layerDigest, String diffId) {
    List<LayerCandidate> candidates = new ArrayList<>();
    for (BlobPlaces folder : folders.values()) {
      folder
          .find(layerDigest)
          .ifPresent(
              place ->
                  candidates.add(candidate(layerDigest, LayerBlob.DigestOf.BLOB, diffId, place)));
    }
    for (Finding.LayerPlace member : members.getOrDefault(layerDigest, List.of())) {
      candidates.add(candidate(layerDigest, member.digestOf(), diffId, member.place()));
    }
    return candidates;
  }

  private static LayerCandidate candidate(
      String digest, LayerBlob.DigestOf digestOf, String diffId, BlobPlace place) {
    LayerBlob blob = new LayerBlob(digest, digestOf, -1, List.of(diffId), null);
    return new LayerCandidate(blob, List.of(place));
  }
}
