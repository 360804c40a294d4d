package dev.varve.content.packed;

import dev.varve.input.inventory.SnapshotPlan;
import dev.varve.input.source.BlobPlace;
import dev.varve.input.source.Finding;
import dev.varve.input.source.LayerCandidate;
import dev.varve.model.LayerBlob;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The images of the inputs with their names and layers, as manifests state them. Ingest of disks
 * fills it, reads the layers it proposes, and passes both to {@link ImageDisks}.
 */
public final class ImageCatalog {
  private final Map<String, Finding.Image> images = new HashMap<>();
  private final Map<String, SortedMap<Integer, String>> layers = new HashMap<>();
  private final SortedMap<String, List<Finding.LayerPlace>> places = new TreeMap<>();
  private final Map<String, SortedMap<Integer, Finding.DiskPiece>> pieces = new HashMap<>();
  private final Set<DiskImageName> names = new LinkedHashSet<>();
  private final Set<DiskImageName> artifacts = new LinkedHashSet<>();
  private final List<Finding.Rejected> rejected = new ArrayList<>();
  private final Set<String> unlisted = new TreeSet<>();

  /**
   * Adds what a manifest states.
   *
   * @param root of the layout, archive, tree or repository that has it
   */
  public void add(Finding finding, String root) {
    if (finding instanceof Finding.Image image) {
      images.put(image.imageDigest(), image);
    } else if (finding instanceof Finding.ImageLayer layer) {
      layers
          .computeIfAbsent(layer.imageDigest(), digest -> new TreeMap<>())
          .put(layer.depth(), layer.layerDigest());
    } else if (finding instanceof Finding.LayerPlace place) {
      places.computeIfAbsent(place.layerDigest(), digest -> new ArrayList<>()).add(place);
    } else if (finding instanceof Finding.DiskPiece piece) {
      pieces
          .computeIfAbsent(piece.manifestDigest(), digest -> new TreeMap<>())
          .merge(piece.number(), piece, Finding.DiskPiece::withPlacesOf);
    } else if (finding instanceof Finding.ImageTag tag) {
      names.add(DiskImageName.of(tag.repository(), tag.tag(), tag.imageDigest(), root));
    } else if (finding instanceof Finding.RepositoryManifest manifest) {
      artifacts.add(
          DiskImageName.of(manifest.repository(), manifest.tag(), manifest.manifestDigest(), root));
    } else if (finding instanceof Finding.Rejected fault) {
      rejected.add(fault);
    } else if (finding instanceof Finding.Unlisted one) {
      String tag = one.tag();
      unlisted.add(one.location() + (tag == null ? "" : tag.isEmpty() ? "@" : ":" + tag + "@"));
    }
  }

  /** The distinct layers of images that the warehouse does not contain, each with its places. */
  public List<LayerCandidate> candidates(KnownImages known) {
    Set<String> wanted = new HashSet<>();
    for (SortedSet<DiskImageName> sameImage : names()) {
      DiskImageName name = sameImage.first();
      if (known.find(name, architecture(name.digest())) == null) {
        wanted.addAll(layersFromTop(name.digest()));
      }
    }
    return places.entrySet().stream()
        .filter(layer -> wanted.contains(layer.getKey()))
        .map(layer -> candidate(layer.getKey(), layer.getValue()))
        .toList();
  }

  private static LayerCandidate candidate(String digest, List<Finding.LayerPlace> places) {
    Finding.LayerPlace first = places.get(0);
    TreeSet<String> diffIds = new TreeSet<>();
    for (Finding.LayerPlace place : places) {
      if (place.diffId() != null) {
        diffIds.add(place.diffId());
      }
    }
    LayerBlob blob =
        new LayerBlob(
            digest,
            first.digestOf(),
            first.declaredBytes(),
            List.copyOf(diffIds),
            first.mediaType());
    return new LayerCandidate(
        blob, BlobPlace.sorted(places.stream().map(Finding.LayerPlace::place)));
  }

  /** The names of each image, or disk of tart, in a repository; the first name counts. */
  Collection<SortedSet<DiskImageName>> names() {
    SortedMap<String, SortedSet<DiskImageName>> byImage = new TreeMap<>();
    Stream.concat(
            names.stream().filter(name -> images.containsKey(name.digest())),
            artifacts.stream().filter(name -> pieces.containsKey(name.digest())))
        .forEach(
            name ->
                byImage
                    .computeIfAbsent(
                        name.repository() + "@" + name.digest(),
                        image -> new TreeSet<>(DiskImageName.BY_TAG))
                    .add(name));
    return byImage.values();
  }

  /** The architecture that an image is made for. */
  String architecture(String digest) {
    Finding.Image image = images.get(digest);
    return image == null ? "tart" : String.valueOf(image.architecture());
  }

  /** Moment when an image was made, or a disk of tart uploaded; null when unknown. */
  @Nullable Long madeAtMicros(String digest) {
    Finding.Image image = images.get(digest);
    return image == null ? pieces(digest).get(0).madeAtMicros() : image.createdAtMicros();
  }

  /** The layers of an image, from the top to the base. */
  List<String> layersFromTop(String digest) {
    List<String> sameImage = new ArrayList<>(layers.getOrDefault(digest, new TreeMap<>()).values());
    Collections.reverse(sameImage);
    return sameImage;
  }

  /** The pieces of a disk of tart, in order. */
  List<Finding.DiskPiece> pieces(String digest) {
    return List.copyOf(pieces.getOrDefault(digest, new TreeMap<>()).values());
  }

  /** The places that could not be listed, as {@link SnapshotPlan#unlisted} has it. */
  Set<String> unlisted() {
    return unlisted;
  }

  /** Faults that were found in manifests. */
  List<Finding.Rejected> rejected() {
    return rejected;
  }
}
