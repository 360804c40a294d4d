package dev.varve.jobs.simulate.pull;

import dev.varve.jobs.engine.Fold;
import dev.varve.simulation.slice.Slice;
import dev.varve.simulation.slice.SlicePlacer;
import dev.varve.simulation.slice.SlicedLayer;
import java.util.function.Consumer;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.jspecify.annotations.Nullable;

/**
 * Places the contents of layers on servers. Contents must come sorted by layer, then from the
 * largest down, then by key. Emits a row for each slice: the files of a layer on one server. A
 * layer without files has one row.
 */
final class SliceFold implements Fold<SliceFold.Content> {
  private static final XXHash64 XXHASH64 = XXHashFactory.fastestJavaInstance().hash64();

  /** The seed of SQL function {@code xxhash64}, so that keys equal those computed in SQL. */
  private static final long HASH_SEED = 42;

  private final int servers;
  private final SlicePlacer placer;
  private int layer = -1;
  private long digest;

  /**
   * A row of {@code schemas/simulate/pull_content.sql}. It is a distinct content of a layer's
   * files, empty ones left out.
   *
   * @param layer number of the arrival, from 0
   * @param digest hash of the layer's digest
   * @param fingerprint null for a layer without contents
   * @param bytes of one copy, uncompressed
   * @param copies files of the layer with this content
   * @param shared whether another layer contains it too
   */
  @SuppressWarnings("ArrayRecordComponent") // a row, never compared
  record LayerContent(
      int layer,
      long digest,
      byte @Nullable [] fingerprint,
      long bytes,
      long copies,
      boolean shared) {
    /** The content identified by a 64-bit hash of its fingerprint. */
    Content keyed() {
      long key =
          fingerprint == null ? 0 : XXHASH64.hash(fingerprint, 0, fingerprint.length, HASH_SEED);
      return new Content(layer, digest, -bytes, key, copies, shared);
    }
  }

  /**
   * A content of a layer; of a layer without files, one with bytes 0.
   *
   * @param layer digest, copies and shared as in {@link LayerContent}
   * @param negatedBytes negative size, so that ascending order puts the largest content first
   * @param key hash of the content's fingerprint; 0 without one
   */
  record Content(
      int layer, long digest, long negatedBytes, long key, long copies, boolean shared) {}

  /**
   * A slice: the part of a layer that one server stores. A layer without files has one row, with 0
   * files.
   *
   * @param servers number of servers that the layers are spread over
   * @param layer number of the arrival, from 0
   * @param home server that the layer's digest leads to
   * @param server server that stores the slice; servers count from 0
   * @param master whether this server merges the slices
   * @param files paths whose contents it contains
   * @param bytes of these files, every path counted, uncompressed
   * @param newFiles contents that the server did not store before this layer arrived
   * @param newBytes of these, each once
   */
  record PlacedSlice(
      int servers,
      int layer,
      int home,
      int server,
      boolean master,
      long files,
      long bytes,
      long newFiles,
      long newBytes) {}

  SliceFold(int servers, SlicePlacer placer) {
    this.servers = servers;
    this.placer = placer;
  }

  @Override
  public void add(Content content, Consumer<Record> output) {
    if (content.layer() != layer) {
      finish(output);
      layer = content.layer();
      digest = content.digest();
    }
    if (content.negatedBytes() < 0) {
      placer.add(content.key(), -content.negatedBytes(), content.copies(), content.shared());
    }
  }

  @Override
  public void finish(Consumer<Record> output) {
    if (layer < 0) {
      return;
    }
    SlicedLayer placed = placer.place(layer, digest);
    placed.slices().forEach(slice -> output.accept(row(placed, slice)));
    if (placed.slices().isEmpty()) {
      output.accept(row(placed, new Slice(placed.master(), 0, 0, 0, 0)));
    }
  }

  private PlacedSlice row(SlicedLayer placed, Slice slice) {
    return new PlacedSlice(
        servers,
        placed.layer(),
        placed.home(),
        slice.server(),
        slice.server() == placed.master(),
        slice.files(),
        slice.bytes(),
        slice.newFiles(),
        slice.newBytes());
  }
}
