package dev.varve.jobs.registry;

import dev.varve.jobs.host.AtOnce;
import dev.varve.jobs.parquet.StagedStream;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.WideRow;
import dev.varve.jobs.run.RejectedBlob;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.jobs.table.Publication;
import dev.varve.model.ByteStore;
import dev.varve.source.Finding;
import dev.varve.source.ImageSources;
import dev.varve.source.SourceUnit;
import dev.varve.tar.ArchiveLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Reads the manifests of all inputs: one wide row for each finding. Of many units on a cluster a
 * job reads them, else threads of the driver, which have begun before a job would have.
 */
record ImageFindings(Run run, ArchiveLimits limits) {
  private static final int MOST_TASKS = 1000;
  static final WideRow WIDE =
      new WideRow(
          RowBinder.of("image", Tables.seen("image"), Finding.Image.class),
          RowBinder.of("image_tag", Tables.seen("image_tag"), Finding.ImageTag.class),
          Tables.rows("image_layer", Finding.ImageLayer.class),
          Tables.rows("artifact", Finding.Artifact.class),
          Tables.rows("manifest", Finding.Manifest.class),
          Tables.rows("manifest_reference", Finding.ManifestReference.class),
          RowBinder.of("repository_manifest", Finding.RepositoryManifest.class),
          Tables.rows("rejected_blob", RejectedBlob.class),
          RowBinder.of("place", Finding.LayerPlace.class));

  /** Units that the driver of a cluster reads by itself. */
  private static final int MOST_BY_DRIVER = 256;

  private static final int THREADS = 16;

  /** Reads the units, archives among them under the limits. */
  StagedStream read(Publication publication, List<SourceUnit> units) throws IOException {
    SparkContext engine = run.spark().sparkContext();
    HadoopStore store = new HadoopStore(engine.hadoopConfiguration());
    if (!engine.isLocal() && !isForDriver(store, units)) {
      return publication.stream("findings", WIDE, byJob(units));
    }
    int threads = engine.isLocal() ? engine.defaultParallelism() : THREADS;
    return publication.stream(
        "findings",
        WIDE,
        taker ->
            AtOnce.all(
                threads,
                parts(store, units),
                part -> {
                  for (Finding finding : ImageSources.read(store, part, limits)) {
                    taker.accept(row(finding, run.id()));
                  }
                  return true;
                }));
  }

  private static boolean isForDriver(HadoopStore store, List<SourceUnit> units) throws IOException {
    return units.size() <= MOST_BY_DRIVER && parts(store, units).size() <= MOST_BY_DRIVER;
  }

  private static List<SourceUnit> parts(HadoopStore store, List<SourceUnit> units)
      throws IOException {
    List<SourceUnit> parts = new ArrayList<>();
    for (SourceUnit unit : units) {
      parts.addAll(ImageSources.split(store, unit));
    }
    return parts;
  }

  private JavaRDD<Row> byJob(List<SourceUnit> units) {
    JavaSparkContext context = run.context();
    Broadcast<SerializableConfiguration> hadoop =
        context.broadcast(
            new SerializableConfiguration(run.spark().sparkContext().hadoopConfiguration()));
    ArchiveLimits most = limits;
    String runId = run.id();
    int tasks = Math.max(1, Math.min(MOST_TASKS, units.size()));
    JavaRDD<SourceUnit> repositories =
        context
            .parallelize(units, tasks)
            .flatMap(unit -> ImageSources.split(store(hadoop), unit).iterator());
    // One namespace may hold most repositories, so the split units are distributed again.
    int dealt = units.size() == 1 && units.get(0).scope().isEmpty() ? 1 : tasks * 4;
    return repositories
        .repartition(Math.min(MOST_TASKS, dealt))
        .flatMap(
            unit ->
                ImageSources.read(store(hadoop), unit, most).stream()
                    .map(finding -> row(finding, runId))
                    .iterator());
  }

  private static ByteStore store(Broadcast<SerializableConfiguration> hadoop) {
    return new HadoopStore(hadoop.value().value());
  }

  private static Row row(Finding finding, String runId) {
    if (finding instanceof Finding.Rejected rejected) {
      return WIDE.row(
          new RejectedBlob(
              runId,
              rejected.source(),
              rejected.digest(),
              rejected.reason(),
              RejectedBlob.place(rejected.offset()),
              rejected.message()));
    }
    return WIDE.row((Record) finding);
  }
}
