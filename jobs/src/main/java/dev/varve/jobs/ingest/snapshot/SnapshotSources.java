package dev.varve.jobs.ingest.snapshot;

import dev.varve.content.snapshot.RangeChoice;
import dev.varve.input.digest.FingerprintRule;
import dev.varve.input.inventory.DiskSources;
import dev.varve.input.inventory.RefusedInput;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.input.inventory.SnapshotPlan;
import dev.varve.input.trace.ChunkTrace;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The disks and traces in the inputs, and how they are to be read. */
record SnapshotSources(SnapshotPlan plan, SnapshotReading reading) {
  /**
   * Lists the inputs, without reading any disk. If a manifest of snapshots names a parent that it
   * does not list, the parent is looked up in the warehouse.
   *
   * @param location of the warehouse to ingest into, which may not exist
   * @throws NoInputException when an input is not there, or none contains a disk, not even a bad
   *     one
   */
  static SnapshotSources find(
      Runs runs, List<String> inputs, SnapshotSettings settings, String location)
      throws IOException {
    Store store = runs.store();
    List<String> locations = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String input : inputs) {
      String path = store.qualified(input);
      if (store.find(path).isEmpty()) {
        missing.add(input);
      }
      locations.add(path);
    }
    if (!missing.isEmpty()) {
      throw NoInputException.nothingAt(missing);
    }
    PublishedSnapshots published = new PublishedSnapshots(runs, location);
    // An estimate has no warehouse to look up parents in, so they are assumed to exist.
    SnapshotPlan plan =
        DiskSources.plan(
            store,
            locations,
            settings.choice() == RangeChoice.ALL ? published : (vm, snapshot) -> true);
    long traces = plan.images().stream().filter(image -> image.format().isTrace()).count();
    long disks = plan.images().size() - traces;
    if (traces > 0 && disks > 0) {
      plan = ofOneKind(plan, published.areTraces().orElse(traces > disks));
    }
    if (plan.images().isEmpty() && areRegistries(store, locations)) {
      throw NoInputException.noDisksButImages(inputs);
    }
    if (plan.images().isEmpty() && plan.refused().isEmpty()) {
      throw NoInputException.noDisks(inputs);
    }
    return new SnapshotSources(plan, reading(plan, store, runs, settings));
  }

  private static boolean areRegistries(Store store, List<String> paths) throws IOException {
    for (String path : paths) {
      boolean isFolder = store.find(path).map(ByteStore.Item::folder).orElse(false);
      if (!isFolder
          || (store.find(path + "/oci-layout").isEmpty()
              && store.find(path + "/docker/registry/v2").isEmpty())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Refuses traces or disks, so that the plan has one kind only. Their chunks are cut in different
   * ways, so one warehouse cannot contain both.
   */
  private static SnapshotPlan ofOneKind(SnapshotPlan plan, boolean traces) {
    List<SnapshotImage> kept = new ArrayList<>();
    List<RefusedInput> refused = new ArrayList<>(plan.refused());
    for (SnapshotImage image : plan.images()) {
      if (image.format().isTrace() == traces) {
        kept.add(image);
      } else {
        String kind = traces ? "a disk among chunk traces" : "a chunk trace among disks";
        refused.add(
            new RefusedInput(
                image.source(),
                RejectReason.UNSUPPORTED,
                -1,
                kind + ", which are cut in another way: use a warehouse of its own"));
      }
    }
    return new SnapshotPlan(kept, refused, plan.unlisted(), plan.roots(), plan.inputs());
  }

  /** Whether any input is a chunk trace. */
  boolean hasTraces() {
    return plan.images().stream().anyMatch(image -> image.format().isTrace());
  }

  /**
   * The settings for reading. The digest of chunks comes from the traces if the inputs are traces.
   */
  private static SnapshotReading reading(
      SnapshotPlan plan, Store store, Runs runs, SnapshotSettings settings) throws IOException {
    List<SnapshotImage> traces =
        plan.images().stream().filter(image -> image.format().isTrace()).toList();
    if (traces.isEmpty()) {
      return new SnapshotReading(
          plan.roots(),
          settings.ingest().chunker(),
          settings.fingerprint(),
          settings.digest(),
          settings.ingest().chainMap().equals("keep"),
          settings.access());
    }
    if (settings.fingerprint().isKeyed()) {
      throw new InvalidSettingsException(
          List.of(
              "the inputs are chunk traces, whose digests are made already: they cannot be keyed,"
                  + " leave ingest.fingerprint-key out"));
    }
    for (SnapshotImage image : traces) {
      try (ChunkTrace trace = image.trace(store)) {
        if (trace.next() != null) {
          String algorithm = String.valueOf(trace.algorithm());
          return new SnapshotReading(
              plan.roots(),
              WarehouseFiles.TRACE,
              FingerprintRule.plain(algorithm),
              settings.digest(),
              false,
              settings.access());
        }
      } catch (MalformedBlobException e) {
        runs.reporter().note("not readable, and to be rejected: " + image.location());
      }
    }
    return new SnapshotReading(
        plan.roots(),
        WarehouseFiles.TRACE,
        settings.fingerprint(),
        settings.digest(),
        false,
        settings.access());
  }
}
