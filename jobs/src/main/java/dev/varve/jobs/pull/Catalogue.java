package dev.varve.jobs.pull;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.Run;
import dev.varve.pull.PulledLayers;
import dev.varve.request.KnownBlobs;
import dev.varve.request.PulledImage;
import dev.varve.slice.Slice;
import dev.varve.slice.SlicedLayer;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * What the driver knows of the layers: their sizes, their images, and the slices on a number of
 * servers. Rows are read one at a time; 8 bytes a layer and 4 a layer of an image are held.
 */
final class Catalogue {
  private final Run run;
  private final long[] storedBytes;
  private @Nullable KnownBlobs known;

  /**
   * @param run with view {@code arrived_layer}
   */
  Catalogue(Run run) {
    this.run = run;
    storedBytes =
        run
            .spark()
            .sql("SELECT compressed_bytes FROM arrived_layer ORDER BY layer")
            .collectAsList()
            .stream()
            .mapToLong(row -> row.getLong(0))
            .toArray();
  }

  private record Key(@Nullable Integer layer, long digestKey) {}

  private record ImageLayer(int image, int repository, int layer) {}

  private record Sizes(int layer, long compressedBytes, long entries, long restoredBytes) {}

  private record SliceRow(
      int layer, int home, int server, boolean master, long files, long bytes) {}

  /** How many layers there are. */
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

  /** Digests of these layers, and of all configs; another 8 bytes for each. */
  KnownBlobs known(int[] layers) {
    KnownBlobs all = known;
    if (all == null) {
      all = readKnown();
      known = all;
    }
    long[] keys = all.layers();
    return new KnownBlobs(
        IntStream.of(layers).mapToLong(layer -> keys[layer]).toArray(), all.configs());
  }

  private KnownBlobs readKnown() {
    Dataset<Row> rows = run.select("simulate", "pull_key");
    RowReader<Key> reader = RowReader.of(rows.schema(), Key.class);
    long[] ofLayers = new long[storedBytes.length];
    LongArrayList configs = new LongArrayList();
    for (Iterator<Row> left = rows.toLocalIterator(); left.hasNext(); ) {
      Key key = reader.record(left.next());
      Integer layer = key.layer();
      if (layer == null) {
        configs.add(key.digestKey());
      } else {
        ofLayers[layer] = key.digestKey();
      }
    }
    return new KnownBlobs(ofLayers, configs.toLongArray());
  }

  /** Every image in every repository that holds it, with its layers of the range, if it has any. */
  List<PulledImage> images(LayerRange range) {
    List<PulledImage> images = new ArrayList<>();
    IntArrayList layers = new IntArrayList();
    ImageLayer last = null;
    Dataset<Row> rows = run.select("simulate", "pull_image");
    RowReader<ImageLayer> reader = RowReader.of(rows.schema(), ImageLayer.class);
    Iterator<Row> left = rows.toLocalIterator();
    while (left.hasNext()) {
      ImageLayer next = reader.record(left.next());
      if (!range.contains(storedBytes[next.layer()])) {
        continue;
      }
      if (last != null && last.image() != next.image()) {
        images.add(new PulledImage(last.repository(), layers.toIntArray()));
        layers.clear();
      }
      layers.add(next.layer());
      last = next;
    }
    if (last != null) {
      images.add(new PulledImage(last.repository(), layers.toIntArray()));
    }
    return images;
  }

  /**
   * The layers as they lie on these servers.
   *
   * @param slices rows of {@link SliceRows}, of any number of servers
   */
  PulledLayers on(int servers, PullCosts codec, Dataset<Row> slices) {
    Dataset<Row> restored =
        run.select(
            "simulate",
            "pull_restored",
            Map.of("codec", codec.codec(), "kind", codec.kind(), "ratio", codec.ratio()));
    RowReader<Sizes> sizes = RowReader.of(restored.schema(), Sizes.class);
    Dataset<Row> ordered =
        slices.where(slices.col("servers").equalTo(servers)).orderBy("layer", "server");
    RowReader<SliceRow> reader = RowReader.of(ordered.schema(), SliceRow.class);
    Iterator<Row> left = restored.toLocalIterator();
    Iterator<Row> rows = ordered.toLocalIterator();
    PulledLayers layers = new PulledLayers(servers);
    SliceRow next = next(rows, reader);
    while (left.hasNext()) {
      Sizes of = sizes.record(left.next());
      List<Slice> found = new ArrayList<>();
      int home = 0;
      int master = 0;
      long others = of.entries();
      for (; next != null && next.layer() == of.layer(); next = next(rows, reader)) {
        home = next.home();
        master = next.master() ? next.server() : master;
        others -= next.files();
        if (next.files() > 0) {
          found.add(new Slice(next.server(), next.files(), next.bytes(), 0, 0));
        }
      }
      layers.add(
          new SlicedLayer(of.layer(), home, master, found),
          of.compressedBytes(),
          of.restoredBytes(),
          others);
    }
    return layers;
  }

  private static @Nullable SliceRow next(Iterator<Row> rows, RowReader<SliceRow> reader) {
    return rows.hasNext() ? reader.record(rows.next()) : null;
  }
}
