package dev.varve.jobs.ingest.registry;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Task;
import dev.varve.jobs.engine.run.RejectedBlob;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.ingest.NewRows;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.jobs.warehouse.parquet.ScratchFiles;
import dev.varve.jobs.warehouse.table.Publication;
import dev.varve.source.Finding;
import dev.varve.source.ImageSources;
import dev.varve.source.SourceUnit;
import dev.varve.tar.ArchiveLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the manifests of all inputs, and stages the images, tags and artifacts that are new. */
record Manifests(Run run, ArchiveLimits limits) {
  private static final int MOST_TASKS = 1000;

  /** Units differ in size, so each processor gets several. */
  private static final int TASKS_OF_A_PROCESSOR = 4;

  private static final Map<String, Class<? extends Record>> READ =
      Map.of(
          "image", Finding.Image.class,
          "image_tag", Finding.ImageTag.class,
          "image_layer", Finding.ImageLayer.class,
          "artifact", Finding.Artifact.class,
          "manifest", Finding.Manifest.class,
          "manifest_reference", Finding.ManifestReference.class,
          "repository_manifest", Finding.RepositoryManifest.class,
          "refused_blob", RejectedBlob.class,
          "place", Finding.LayerPlace.class);

  /** Shows what the manifests say as views {@code new_TABLE}. */
  void read(List<SourceUnit> units) throws IOException {
    Engine engine = run.engine();
    List<List<SourceUnit>> split =
        engine.tasks(
            units,
            (unit, context) ->
                new ArrayList<>(ImageSources.split(new HadoopStore(context.hadoop()), unit)));
    List<SourceUnit> parts = split.stream().flatMap(List::stream).toList();
    int tasks = Math.min(MOST_TASKS, TASKS_OF_A_PROCESSOR * engine.parallelism());
    new NewRows(run)
        .show(READ, engine.tasks(dealt(parts, tasks), task(run.publication().folder().toString())));
  }

  /** Each list gets the units in turn: neighbours are of like size. */
  private static List<List<SourceUnit>> dealt(List<SourceUnit> units, int tasks) {
    List<List<SourceUnit>> lists = new ArrayList<>();
    for (int place = 0; place < Math.min(tasks, units.size()); place++) {
      lists.add(new ArrayList<>());
    }
    for (int place = 0; place < units.size(); place++) {
      lists.get(place % lists.size()).add(units.get(place));
    }
    return lists;
  }

  private Task<List<SourceUnit>, Map<String, String>> task(String folder) {
    ArchiveLimits most = limits;
    String runId = run.id();
    return (some, context) -> {
      HadoopStore store = new HadoopStore(context.hadoop());
      ScratchFiles files = new ScratchFiles(READ, folder, context.attempt(), context.hadoop());
      try (files) {
        for (SourceUnit unit : some) {
          ImageSources.read(store, unit, most, one -> files.accept(row(one, runId)));
        }
      }
      return files.written();
    };
  }

  private static Record row(Finding finding, String runId) {
    return finding instanceof Finding.Rejected rejected
        ? new RejectedBlob(
            runId,
            rejected.source(),
            rejected.digest(),
            rejected.reason(),
            RejectedBlob.place(rejected.offset()),
            rejected.message())
        : (Record) finding;
  }

  /** Stages the rows; images come after their layers. */
  void add() throws IOException {
    Engine engine = run.engine();
    NewRows rows = new NewRows(run);
    Publication publication = run.publication();
    run.registerViews(List.of("layer", "image", "image_tag", "manifest", "repository_manifest"));
    engine.view("false_statement", rows.query("false_statement").with("run", run.id()));
    engine.view("new_rejected_blob", rows.query("refused_or_false"));
    rows.addRejections(publication);
    run.count("images", engine.count(rows.query("named_images")));
    rows.add(publication, "artifact", "manifest_digest", "digest");
    rows.add(publication, "image_layer", "image_digest", "depth");
    rows.add(publication, "image", "image_digest");
    rows.add(publication, "manifest_reference", "manifest_digest", "digest");
    rows.add(publication, "manifest", "manifest_digest");
    if (engine.count(rows.query("changed_repository_manifests")) > 0) {
      rows.add(publication, "repository_manifest", "repository", "tag", "manifest_digest");
    }
    long changed = engine.count(rows.query("changed_tags"));
    run.count("tags_changed", changed);
    if (changed > 0) {
      rows.add(publication, "image_tag", "repository", "tag", "image_digest");
    }
    run.count("artifacts_added", publication.rows().getOrDefault("artifact", 0L));
    run.count("images_added", publication.rows().getOrDefault("image", 0L));
  }
}
