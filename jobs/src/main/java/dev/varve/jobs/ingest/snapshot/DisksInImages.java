package dev.varve.jobs.ingest.snapshot;

import dev.varve.content.packed.ImageCatalog;
import dev.varve.content.packed.ImageDisks;
import dev.varve.content.packed.KnownImages;
import dev.varve.content.packed.LayerDisks;
import dev.varve.content.packed.PackedReading;
import dev.varve.content.packed.SpoolFolder;
import dev.varve.content.recipe.LayerReading;
import dev.varve.input.inventory.SnapshotPlan;
import dev.varve.input.source.ImageSources;
import dev.varve.input.source.LayerCandidate;
import dev.varve.input.source.SourceUnit;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Reporter;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.ingest.ImageInputs;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.store.registry.RegistryAccess;
import dev.varve.model.ByteStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The inputs of {@code ingest snapshots --disks-in-images}: images whose layers contain disks.
 * Manifests are read first. Then each distinct layer is searched once for disks, and verified.
 */
record DisksInImages(List<SourceUnit> units, Store files, SnapshotSettings settings) {
  /** Lists the inputs, without reading any manifest. */
  static DisksInImages find(Runs runs, List<String> inputs, SnapshotSettings settings)
      throws IOException {
    Store files = runs.store();
    return new DisksInImages(
        ImageInputs.units(settings.access().store(files), inputs), files, settings);
  }

  SnapshotReading reading() {
    return new SnapshotReading(
        List.of(),
        settings.ingest().chunker(),
        settings.fingerprint(),
        settings.digest(),
        false,
        settings.access());
  }

  /** The disks as snapshots; layers of images that view {@code snapshot} has are not read. */
  SnapshotPlan plan(Run run) throws IOException {
    run.note("reading manifests");
    ImageCatalog catalog = readManifests();
    KnownImages known =
        new KnownImages(
            run.engine().all(Query.of("SELECT * FROM snapshot"), KnownImages.Snapshot.class));
    ImageDisks disks =
        new ImageDisks(catalog, search(catalog.candidates(known), run), known, packedReading(run));
    SnapshotPlan plan = disks.plan();
    if (disks.imagesWithoutDisk() > 0) {
      run.note("left out: %,d images without a disk".formatted(disks.imagesWithoutDisk()));
    }
    return plan;
  }

  /**
   * The settings for reading disks inside of layers. Copies of disks are made in the warehouse's
   * staging folder if it is on this machine.
   */
  private PackedReading packedReading(Run run) {
    String staging = run.publication().folder();
    String folder = Locations.isLocal(staging) ? Locations.local(staging).toString() : "";
    return new PackedReading(
        settings.ingest().inflateEngine(),
        settings.digest(),
        settings.diskBytes(),
        settings.archive().windowBytes(),
        new SpoolFolder(folder, settings.spoolBytes()));
  }

  private ImageCatalog readManifests() throws IOException {
    ByteStore store = settings.access().store(files);
    List<SourceUnit> split = new ArrayList<>();
    for (SourceUnit unit : units) {
      split.addAll(ImageSources.split(store, unit));
    }
    ImageCatalog catalog = new ImageCatalog();
    Parallel.all(
        settings.access().connections(),
        split,
        unit -> {
          ImageSources.read(
              store,
              unit,
              settings.archive(),
              Set.of(),
              finding -> {
                synchronized (catalog) {
                  catalog.add(finding, unit.root());
                }
              });
          return unit;
        });
    return catalog;
  }

  private Map<String, LayerDisks> search(List<LayerCandidate> candidates, Run run)
      throws IOException {
    RegistryAccess registries = settings.access();
    LayerReading reading = settings.layerReading();
    AtomicLong doneBytes = new AtomicLong();
    List<LayerDisks> found;
    long totalBytes = candidates.stream().mapToLong(LayerCandidate::bytes).sum();
    try (Reporter.Phase phase =
        run.phase("searching layers for disks", totalBytes, doneBytes::get)) {
      found =
          run.engine()
              .tasks(
                  candidates,
                  (layer, context) -> {
                    LayerDisks disks =
                        LayerDisks.search(registries.store(context.store()), layer, reading);
                    context.done(layer.bytes());
                    return disks;
                  },
                  doneBytes::addAndGet);
    }
    Map<String, LayerDisks> byDigest = new HashMap<>();
    for (int at = 0; at < candidates.size(); at++) {
      byDigest.put(candidates.get(at).blob().layerDigest(), found.get(at));
    }
    return byDigest;
  }
}
