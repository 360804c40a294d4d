package dev.varve.jobs.simulate.pull;

import dev.varve.input.digest.Digests;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.simulation.pull.PulledLayers;
import dev.varve.simulation.request.KnownBlobs;
import dev.varve.simulation.request.PulledImage;
import dev.varve.simulation.slice.Slice;
import dev.varve.simulation.slice.SlicedLayer;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The driver's catalogue of layers: their sizes, their images, and the slices on a number of
 * servers. Memory: 8 bytes per layer, and 4 per pair of image and layer; other rows are read one at
 * a time.
 */
final class Catalogue {
  private static final String FOLDER = "simulate";

  private final Engine engine;
  private final long[] storedBytes;
  private @Nullable KnownBlobs known;

  /**
   * @param engine with view {@code arrived_layer}
   */
  Catalogue(Engine engine) throws IOException {
    this.engine = engine;
    LongArrayList bytes = new LongArrayList();
    engine.each(
        Query.of("SELECT compressed_bytes FROM arrived_layer ORDER BY layer"),
        Stored.class,
        layer -> bytes.add(layer.compressedBytes()));
    storedBytes = bytes.toLongArray();
  }

  private record Stored(long compressedBytes) {}

  /**
   * A row of {@code schemas/simulate/pull_known.sql}: a digest that a request for a blob may have.
   *
   * @param layer number of the layer; null of a config
   * @param digest of the layer or the config
   */
  private record Known(@Nullable Integer layer, String digest) {}

  /**
   * A row of {@code schemas/simulate/pull_image.sql}; images, repositories and layers have numbers
   * from 0.
   *
   * @param image number of an image in a repository
   * @param repository its number
   * @param layer number of the layer's arrival
   */
  private record ImageLayer(int image, int repository, int layer) {}

  /**
   * A row of {@code schemas/simulate/pull_restored.sql}: a slice of a layer, with sums of the
   * layer.
   *
   * @param layer number of the arrival, from 0
   * @param home server that the layer's digest leads to
   * @param server server that stores the slice; servers count from 0
   * @param master whether this server merges the slices
   * @param files paths of the slice
   * @param bytes of these files, every path counted, uncompressed
   * @param compressedBytes of the layer as it was pushed
   * @param entries of the layer
   * @param restoredBytes what a client fetches of the restored layer
   */
  private record LayerSlice(
      int layer,
      int home,
      int server,
      boolean master,
      long files,
      long bytes,
      long compressedBytes,
      long entries,
      long restoredBytes) {}

  /** Number of layers. */
  int layers() {
    return storedBytes.length;
  }

  /** Numbers of the layers of a range. */
  int[] layers(LayerRange range) {
    return IntStream.range(0, storedBytes.length)
        .filter(layer -> range.contains(storedBytes[layer]))
        .toArray();
  }

  /** Stored bytes of these layers. */
  long[] storedBytes(int[] layers) {
    return IntStream.of(layers).mapToLong(layer -> storedBytes[layer]).toArray();
  }

  /** Digests of these layers, and of all configs; takes another 8 bytes of memory for each. */
  KnownBlobs known(int[] layers) throws IOException {
    if (known == null) {
      known = readKnown();
    }
    long[] keys = known.layers();
    return new KnownBlobs(
        IntStream.of(layers).mapToLong(layer -> keys[layer]).toArray(), known.configs());
  }

  private KnownBlobs readKnown() throws IOException {
    long[] layerKeys = new long[storedBytes.length];
    LongArrayList configs = new LongArrayList();
    engine.each(
        Query.of(FOLDER, "pull_known"),
        Known.class,
        blob -> {
          if (blob.layer() != null) {
            layerKeys[blob.layer()] = KnownBlobs.key(blob.digest());
          } else if (Digests.isDigest(blob.digest())) { // a manifest may name anything
            configs.add(KnownBlobs.key(blob.digest()));
          }
        });
    return new KnownBlobs(layerKeys, configs.toLongArray());
  }

  /** Every image in every repository that contains it, with its layers of the range, if any. */
  List<PulledImage> images(LayerRange range) throws IOException {
    List<PulledImage> images = new ArrayList<>();
    forEachGroup(
        Query.of(FOLDER, "pull_image"),
        ImageLayer.class,
        ImageLayer::image,
        image -> {
          int[] layers =
              image.stream()
                  .mapToInt(ImageLayer::layer)
                  .filter(layer -> range.contains(storedBytes[layer]))
                  .toArray();
          if (layers.length > 0) {
            images.add(new PulledImage(image.get(0).repository(), layers));
          }
        });
    return images;
  }

  /** The layers as they are placed on these servers, from view {@code placed_slice}. */
  PulledLayers placedLayers(int servers, PullCosts codec) throws IOException {
    PulledLayers layers = new PulledLayers(servers);
    forEachGroup(
        Query.of(FOLDER, "pull_restored")
            .with("servers", servers)
            .with("codec", codec.codec())
            .with("kind", codec.compression())
            .with("ratio", codec.ratio()),
        LayerSlice.class,
        LayerSlice::layer,
        slices -> add(layers, slices));
    return layers;
  }

  private static void add(PulledLayers layers, List<LayerSlice> slices) {
    LayerSlice first = slices.get(0);
    int master = slices.stream().filter(LayerSlice::master).mapToInt(LayerSlice::server).sum();
    List<Slice> withFiles =
        slices.stream()
            .filter(slice -> slice.files() > 0)
            .map(slice -> new Slice(slice.server(), slice.files(), slice.bytes(), 0, 0))
            .toList();
    layers.add(
        new SlicedLayer(first.layer(), first.home(), master, withFiles),
        first.compressedBytes(),
        first.restoredBytes(),
        first.entries() - slices.stream().mapToLong(LayerSlice::files).sum());
  }

  /** Passes on groups of consecutive rows that have a number in common. */
  private <T extends Record> void forEachGroup(
      Query query, Class<T> type, ToIntFunction<T> number, Consumer<List<T>> consumer)
      throws IOException {
    List<T> group = new ArrayList<>();
    engine.each(
        query,
        type,
        row -> {
          if (!group.isEmpty() && number.applyAsInt(group.get(0)) != number.applyAsInt(row)) {
            consumer.accept(group);
            group.clear();
          }
          group.add(row);
        });
    if (!group.isEmpty()) {
      consumer.accept(group);
    }
  }
}
