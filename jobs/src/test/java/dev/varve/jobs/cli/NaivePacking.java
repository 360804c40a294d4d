package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Packs the distinct files of a registry into blocks, one after another: no sums over windows. */
final class NaivePacking {
  private record File(String content, long bytes, String layer) {}

  private record Listing(String layer, String image, String repository) {}

  private final List<File> files;
  private final List<Listing> listings;
  private final long blockBytes;
  private final Map<String, Set<String>> layersOf = new HashMap<>();

  private NaivePacking(List<File> files, List<Listing> listings, long blockBytes) {
    this.files = files;
    this.listings = listings;
    this.blockBytes = blockBytes;
    files.forEach(file -> setOf(layersOf, file.content()).add(file.layer()));
  }

  /** Of the files that a warehouse lists, in the order of layers and places in them. */
  static NaivePacking of(Path warehouse, long blockBytes) {
    List<File> files =
        rows(
                warehouse,
                "SELECT hex(fingerprint) AS content, bytes, layer_digest FROM layer_recipe"
                    + " WHERE kind = 'FILE' AND bytes > 0 ORDER BY layer_digest, position")
            .stream()
            .map(row -> new File(row.text("content"), row.count("bytes"), row.text("layer_digest")))
            .toList();
    List<Listing> listings =
        rows(
                warehouse,
                "SELECT DISTINCT image_layer.layer_digest, image_layer.image_digest,"
                    + " coalesce(repository, '') AS repository FROM image_layer LEFT JOIN image_tag"
                    + " ON image_tag.image_digest = image_layer.image_digest")
            .stream()
            .map(
                row ->
                    new Listing(
                        row.text("layer_digest"), row.text("image_digest"), row.text("repository")))
            .toList();
    return new NaivePacking(files, listings, blockBytes);
  }

  long images() {
    return listings.stream().map(Listing::image).distinct().count();
  }

  double meanBlocksOfAnImage(String scheme) {
    Map<String, Set<String>> blocksOf = blocks(scheme);
    Map<String, Set<String>> blocksIn = new HashMap<>();
    for (File file : files) {
      setOf(blocksIn, file.layer()).addAll(blocksOf.get(file.content()));
    }
    Map<String, Set<String>> blocksOfImages = new HashMap<>();
    for (Listing listing : listings) {
      setOf(blocksOfImages, listing.image())
          .addAll(blocksIn.getOrDefault(listing.layer(), Set.of()));
    }
    double pairs = blocksOfImages.values().stream().mapToInt(Set::size).sum();
    return pairs / images();
  }

  /** Content to the blocks that it touches. */
  private Map<String, Set<String>> blocks(String scheme) {
    Map<String, Set<String>> blocksOf = new HashMap<>();
    stores(scheme)
        .forEach(
            (store, content) -> {
              long start = 0;
              for (File file : content) {
                long end = start + file.bytes();
                for (long block = start / blockBytes; block * blockBytes < end; block++) {
                  setOf(blocksOf, file.content()).add(store + "/" + block);
                }
                start = end;
              }
            });
    return blocksOf;
  }

  /** Each content once, where it is met first, in the order in which its store is filled. */
  private Map<String, List<File>> stores(String scheme) {
    Map<String, List<File>> stores = new TreeMap<>();
    Set<String> met = new HashSet<>();
    for (File file : files) {
      if (met.add(file.content())) {
        stores.computeIfAbsent(store(scheme, file), name -> new ArrayList<>()).add(file);
      }
    }
    if (scheme.equals("global")) {
      stores.values().forEach(content -> content.sort(Comparator.comparing(File::content)));
    }
    return stores;
  }

  private String store(String scheme, File file) {
    return switch (scheme) {
      case "by-layer" -> file.layer();
      case "by-repository" -> {
        Set<String> layers = Objects.requireNonNull(layersOf.get(file.content()), file.content());
        yield repositories(layers).stream().min(String::compareTo).orElse("");
      }
      default -> "";
    };
  }

  private Set<String> repositories(Collection<String> layers) {
    return listings.stream()
        .filter(listing -> layers.contains(listing.layer()))
        .map(Listing::repository)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }

  private static Set<String> setOf(Map<String, Set<String>> sets, String key) {
    return sets.computeIfAbsent(key, name -> new HashSet<>());
  }
}
