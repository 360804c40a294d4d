package dev.varve.jobs.sharing;

import dev.varve.jobs.run.Run;
import dev.varve.jobs.table.Warehouse;
import dev.varve.sharing.LayerOwners;
import java.io.IOException;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Derived tables by Spark, of any number of rows, on any file system and cluster.
 *
 * @param partBytes of recipes, which are sorted and counted as a part
 */
record SparkDerived(Run run, long partBytes) implements DerivedTables {
  private static final int MOST_PARTS = 10_000;

  @Override
  public void addFiles() throws IOException {
    run.note("deriving file_sharing, file_bundle");
    SharingDegrees degrees = new SharingDegrees(run.spark());
    Broadcast<LayerOwners> owners =
        run.fitted(List.of("layer", "image_layer", "image_tag"), degrees::owners);
    OriginCounts origins = OriginCounts.register(run.spark());
    int parts = parts(run.warehouse(), "layer_recipe", partBytes);
    show(degrees, "file_holders", degrees.files(owners, origins, parts));
    run.publication().addSorted("file_sharing", degrees.fileSharing(parts));
    run.publication().addSorted("file_bundle", degrees.bundles("file_bundle", parts));
    run.publication().add("file_origin", origins.rows(), "origin");
  }

  @Override
  public void addPaths() throws IOException {
    run.note("deriving file_path");
    Dataset<Row> names =
        run.publication().materialize("file_names", run.select("derived", "file_path"));
    names.createOrReplaceTempView("file_names");
    int parts = parts(run.warehouse(), "layer_recipe", partBytes);
    run.publication()
        .addSorted(
            "file_path",
            SharingDegrees.sorted(names, parts, "fingerprint", "path", "content_type"));
  }

  @Override
  public void addChunks() throws IOException {
    run.note("deriving chunk_sharing, chunk_bundle");
    int parts = parts(run.warehouse(), "segment_recipe", partBytes);
    SharingDegrees degrees = new SharingDegrees(run.spark());
    show(degrees, "chunk_holders", degrees.chunks(parts));
    run.publication().addSorted("chunk_sharing", degrees.chunkSharing(parts));
    run.publication().addSorted("chunk_bundle", degrees.bundles("chunk_bundle", parts));
  }

  private void show(SharingDegrees degrees, String holders, Dataset<Row> found) {
    degrees.show(holders, run.publication().materialize(holders, found));
  }

  @Override
  public void addCompression() throws IOException {
    run.note("deriving file_compression");
    run.publication()
        .add(
            "file_compression",
            FileCompression.rows(FileCompression.ofNamed(run)),
            "codec",
            "content_type");
  }

  @Override
  public void addContents() throws IOException {
    run.note("deriving content_dedup");
    run.publication()
        .add(
            "content_dedup",
            run.select("derived", "content_dedup"),
            1,
            "scope",
            "subject",
            "chunker");
  }

  /** Ranges that recipes are sorted in. */
  static int parts(Warehouse warehouse, String recipes, long partBytes) throws IOException {
    return (int) Math.min(MOST_PARTS, 1 + warehouse.bytes(recipes) / partBytes);
  }
}
