package dev.varve.jobs.derive.sharing;

import dev.varve.content.sharing.LayerOwners;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import java.io.IOException;

/**
 * Computes sharing degrees (numbers of distinct owners of a content) as views, for verb derive.
 * Copies are sorted by content, and a fold counts the owners of one content after another. A
 * distinct count in SQL would not scale, because its joins multiply the copies.
 */
public final class SharingDegrees {
  static final String FOLDER = "sharing";
  static final String FILE_OWNERS = "file_owners";
  static final String CHUNK_OWNERS = "chunk_owners";

  private SharingDegrees() {}

  /**
   * Makes views of the contents of files with the layers that contain them, and the origins of
   * duplicates: views {@code file_owners} and {@code duplicates}.
   */
  public static void makeFileViews(Engine engine) throws IOException {
    LayerOwners owners = owners(engine);
    engine.view("file_reference", Query.of(FOLDER, "file_reference"));
    engine.fold(
        Ordered.by(
                Query.of(FOLDER, "file_copies"), FileFold.FileCopies.class, "fingerprint", "layer")
            .grouped(1),
        () -> new FileFold(owners),
        new Output(FILE_OWNERS, FileFold.SharedFile.class),
        new Output("duplicates", FileFold.Duplicates.class));
  }

  /**
   * A row of {@code schemas/sharing/layer_owner.sql}. Rows are sorted by layer, images first.
   *
   * @param layer number of the layer
   * @param isRepository whether the owner is a repository; else an image
   * @param owner number; -1: an image of the layer is in no known repository
   */
  private record LayerOwner(int layer, boolean isRepository, int owner) {
    void addTo(LayerOwners.Builder owners) {
      if (owner < 0) {
        owners.unstatedRepository(layer);
      } else if (isRepository) {
        owners.repository(layer, owner);
      } else {
        owners.image(layer, owner);
      }
    }
  }

  /**
   * The owners of each layer. Memory: 8 bytes for each layer, and 4 for each pair of layer and
   * owner.
   */
  private static LayerOwners owners(Engine engine) throws IOException {
    engine.materialize("layer_key", Query.of(FOLDER, "layer_key"));
    long layers = engine.count(Query.of("SELECT * FROM layer_key"));
    LayerOwners.Builder owners = new LayerOwners.Builder(Math.toIntExact(layers));
    engine.each(Query.of(FOLDER, "layer_owner"), LayerOwner.class, pair -> pair.addTo(owners));
    return owners.build();
  }

  /**
   * Makes views of chunks, with the snapshots that contain them as view {@code chunk_owners}, and
   * the row of all zero chunks as view {@code zero_sharing}.
   */
  public static void makeChunkViews(Engine engine) throws IOException {
    engine.fold(
        Ordered.by(
                Query.of(FOLDER, "chunk_reference"),
                ChunkFold.ChunkReference.class,
                "fingerprint",
                "snapshot_number",
                "segment")
            .grouped(1),
        ChunkFold::new,
        new Output(CHUNK_OWNERS, ChunkFold.SharedChunk.class));
    engine.view("zero_sharing", Query.of(FOLDER, "zero_sharing"));
  }
}
