package dev.varve.jobs.ingest.registry;

import dev.varve.input.source.Finding;
import dev.varve.input.source.ImageSources;
import dev.varve.input.source.SourceUnit;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Task;
import dev.varve.jobs.engine.run.RejectedBlob;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.ingest.NewRows;
import dev.varve.jobs.store.registry.RegistryAccess;
import dev.varve.jobs.warehouse.parquet.ScratchFiles;
import dev.varve.jobs.warehouse.table.Publication;
import dev.varve.model.ByteStore;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the manifests of all inputs, and stages the images, tags and artifacts that are new. */
record Manifests(Run run, ArchiveLimits limits, RegistryAccess access) {
  private static final int MAX_TASKS = 1000;

  /** Tasks per processor: several, because units differ in size. */
  private static final int TASKS_OF_A_PROCESSOR = 4;

  /** Units of a storage tree that a task reads in parallel. */
  private static final int TREE_READS = 8;

  private static final Map<String, Class<? extends Record>> ROW_TYPES =
      Map.ofEntries(
          Map.entry("image", Finding.Image.class),
          Map.entry("image_tag", PlacedTag.class),
          Map.entry("image_layer", Finding.ImageLayer.class),
          Map.entry("artifact", Finding.Artifact.class),
          Map.entry("manifest", Finding.Manifest.class),
          Map.entry("manifest_reference", Finding.ManifestReference.class),
          Map.entry("repository_manifest", PlacedManifest.class),
          Map.entry("refused_blob", RejectedBlob.class),
          Map.entry("place", Finding.LayerPlace.class),
          Map.entry("stored_blob", PlacedBlob.class),
          Map.entry("unlisted", Finding.Unlisted.class),
          Map.entry("leftover", Finding.Leftover.class));

  /**
   * A unit to read.
   *
   * @param known the images of its repository that need not be read again; null for none
   */
  private record Reading(SourceUnit unit, KnownImages.@Nullable Part known)
      implements Serializable {}

  /** A tag at the location of the unit that has it. */
  private record PlacedTag(String location, Finding.ImageTag tag) {}

  /** A manifest at the location of the unit that has it. */
  private record PlacedManifest(String location, Finding.RepositoryManifest manifest) {}

  /** A blob in the store whose location is {@code store}. */
  private record PlacedBlob(String store, Finding.StoredBlob blob) {}

  /**
   * Reads the manifests, and shows their rows as views {@code new_TABLE}.
   *
   * @param isWhole whether to read also images whose layers are all in the warehouse
   */
  void read(List<SourceUnit> units, boolean isWhole) throws IOException {
    Engine engine = run.engine();
    RegistryAccess registries = access;
    int tasks = Math.min(MAX_TASKS, TASKS_OF_A_PROCESSOR * engine.parallelism());
    List<List<SourceUnit>> split =
        engine.tasks(
            dealtOut(units, tasks),
            (part, context) -> {
              List<SourceUnit> found = new ArrayList<>();
              for (SourceUnit unit : part) {
                found.addAll(ImageSources.split(registries.store(context.store()), unit));
              }
              return found;
            });
    List<SourceUnit> found = split.stream().flatMap(List::stream).toList();
    Map<String, KnownImages.Part> known = isWhole ? Map.of() : knownImages(found);
    List<SourceUnit> all = new ArrayList<>(found);
    all.addAll(ImageSources.treeBlobs(access.store(run.store()), units));
    List<Reading> parts =
        all.stream().map(unit -> new Reading(unit, known.get(unit.repository()))).toList();
    new NewRows(run)
        .makeViews(
            ROW_TYPES,
            engine.tasks(dealtOut(parts, tasks), task(run.publication().folder().toString())));
  }

  /** The images of each repository that need not be read again. */
  private Map<String, KnownImages.Part> knownImages(List<SourceUnit> units) throws IOException {
    if (units.stream().allMatch(unit -> unit.repository().isEmpty())) {
      return Map.of();
    }
    run.registerTables(List.of("image", "image_layer", "layer", "image_tag"));
    return KnownImages.write(run);
  }

  /** Deals the units out to lists in turn, because neighbouring units are of similar size. */
  private static <T> List<List<T>> dealtOut(List<T> units, int tasks) {
    List<List<T>> lists = new ArrayList<>();
    for (int index = 0; index < Math.min(tasks, units.size()); index++) {
      lists.add(new ArrayList<>());
    }
    for (int index = 0; index < units.size(); index++) {
      lists.get(index % lists.size()).add(units.get(index));
    }
    return lists;
  }

  private Task<List<Reading>, Map<String, String>> task(String folder) {
    ArchiveLimits archiveLimits = limits;
    RegistryAccess registries = access;
    String runId = run.id();
    return (part, context) -> {
      ByteStore store = registries.store(context.store());
      KnownImages.OfTask known = new KnownImages.OfTask(store);
      ScratchFiles files = new ScratchFiles(ROW_TYPES, folder, context.attempt(), context.store());
      try (files) {
        // Reading from registries is mostly waiting, and so are the many small reads of a storage
        // tree that is not in memory: several threads read. Rows are written one by one.
        int threads = part.stream().allMatch(Manifests::isRemote) ? registries.connections() : 1;
        if (part.stream().allMatch(Manifests::isOfTree)) {
          threads = TREE_READS;
        }
        Parallel.all(
            threads, part, reading -> read(reading, known, store, archiveLimits, runId, files));
      }
      return files.written();
    };
  }

  private static boolean isRemote(Reading reading) {
    return reading.unit().form() == SourceUnit.Form.API_TAGS;
  }

  private static boolean isOfTree(Reading reading) {
    return reading.unit().form() == SourceUnit.Form.REPOSITORY
        || reading.unit().form() == SourceUnit.Form.TREE_BLOBS;
  }

  private static SourceUnit read(
      Reading reading,
      KnownImages.OfTask known,
      ByteStore store,
      ArchiveLimits archiveLimits,
      String runId,
      ScratchFiles files)
      throws IOException {
    Consumer<Finding> findings =
        finding -> {
          if (finding instanceof Finding.DiskPiece) {
            return; // verb ingest snapshots reads these
          }
          synchronized (files) {
            files.accept(row(finding, reading.unit(), runId));
          }
        };
    ImageSources.read(store, reading.unit(), archiveLimits, known.of(reading.known()), findings);
    return reading.unit();
  }

  private static Record row(Finding finding, SourceUnit unit, String runId) {
    if (finding instanceof Finding.Rejected rejected) {
      return new RejectedBlob(
          runId,
          rejected.source(),
          rejected.digest(),
          rejected.reason(),
          RejectedBlob.offsetOrNull(rejected.offset()),
          rejected.message());
    }
    if (finding instanceof Finding.ImageTag tag) {
      return new PlacedTag(unit.location(), tag);
    }
    if (finding instanceof Finding.RepositoryManifest manifest) {
      return new PlacedManifest(unit.location(), manifest);
    }
    if (finding instanceof Finding.StoredBlob blob) {
      return new PlacedBlob(unit.location(), blob);
    }
    return (Record) finding;
  }

  /** Stages the rows; images come after their layers. */
  void add(List<String> inputs) throws IOException {
    Engine engine = run.engine();
    NewRows rows = new NewRows(run);
    Publication publication = run.publication();
    run.registerTables(
        List.of("layer", "image", "image_tag", "manifest", "manifest_reference", "sighting"));
    engine.view("false_statement", rows.query("false_statement").with("run", run.id()));
    engine.view("new_rejected_blob", rows.query("refused_or_false"));
    rows.addRejections(publication);
    new Leftovers(run, access).count();
    run.count("images", engine.count(rows.query("named_images")));
    rows.add(publication, "artifact", "manifest_digest", "digest");
    rows.add(publication, "image_layer", "image_digest", "depth");
    rows.add(publication, "image", "image_digest");
    rows.add(publication, "manifest_reference", "manifest_digest", "digest");
    rows.add(publication, "manifest", "manifest_digest");
    run.count("tags_changed", engine.count(rows.query("changed_tags")));
    new Sightings(run, inputs).add();
    run.count("artifacts_added", publication.rows().getOrDefault("artifact", 0L));
    run.count("images_added", publication.rows().getOrDefault("image", 0L));
  }
}
