package dev.varve.jobs.snapshot;

import static java.util.stream.Collectors.partitioningBy;

import dev.varve.digest.FingerprintRule;
import dev.varve.inventory.DiskSources;
import dev.varve.inventory.RefusedInput;
import dev.varve.inventory.SnapshotImage;
import dev.varve.inventory.SnapshotPlan;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.file.Locations;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.jobs.table.Warehouse;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.trace.ChunkTrace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** The disks and traces that the inputs hold, and how they are to be read. */
record SnapshotSources(SnapshotPlan plan, SnapshotReading reading) {
  /**
   * Lists the inputs, without reading any disk.
   *
   * @throws NoInputException when an input is not there, or none holds a disk, not even a bad one
   * @param location of the warehouse that they are for, which may not exist
   */
  static SnapshotSources find(
      Runs runs, List<String> inputs, SnapshotSettings settings, String location)
      throws IOException {
    Configuration hadoop = runs.hadoop();
    HadoopStore store = new HadoopStore(hadoop);
    List<String> locations = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String input : inputs) {
      String place = Locations.of(input, hadoop).toString();
      if (store.find(place).isEmpty()) {
        missing.add(input);
      }
      locations.add(place);
    }
    if (!missing.isEmpty()) {
      throw NoInputException.nothingAt(missing);
    }
    Published published = new Published(runs, location);
    SnapshotPlan plan = ofOneKind(DiskSources.plan(store, locations, published));
    if (plan.images().isEmpty()) {
      List<String> registries = new ArrayList<>();
      for (String place : locations) {
        if (isRegistry(store, place)) {
          registries.add(place);
        }
      }
      if (!registries.isEmpty()) {
        throw NoInputException.noDisksButImages(registries);
      }
      if (plan.refused().isEmpty()) {
        throw NoInputException.noDisks(inputs);
      }
    }
    return new SnapshotSources(plan, reading(plan, store, runs, settings));
  }

  private static boolean isRegistry(HadoopStore store, String place) throws IOException {
    return store.find(place + "/oci-layout").isPresent()
        || store.find(place + "/docker/registry/v2").isPresent();
  }

  /**
   * Disks and traces are cut in different ways, so that one warehouse cannot hold both: of which
   * there are fewer is refused.
   */
  private static SnapshotPlan ofOneKind(SnapshotPlan plan) {
    Map<Boolean, List<SnapshotImage>> byTrace =
        plan.images().stream().collect(partitioningBy(image -> image.format().isTrace()));
    List<SnapshotImage> traces = byTrace.getOrDefault(true, List.of());
    List<SnapshotImage> disks = byTrace.getOrDefault(false, List.of());
    boolean ofTraces = traces.size() > disks.size();
    List<RefusedInput> refused = new ArrayList<>(plan.refused());
    for (SnapshotImage other : ofTraces ? disks : traces) {
      refused.add(
          new RefusedInput(
              other.source(),
              RejectReason.UNSUPPORTED,
              -1,
              ofTraces
                  ? "a disk among chunk traces, which were cut in another way: use a warehouse of its own"
                  : "a chunk trace among disks, which are cut in another way: use a warehouse of its own"));
    }
    return new SnapshotPlan(ofTraces ? traces : disks, refused, plan.roots());
  }

  /** Whether any input is a chunk trace. */
  boolean hasTraces() {
    return plan.images().stream().anyMatch(image -> image.format().isTrace());
  }

  /** The digest of the chunks: traces state theirs. */
  private static SnapshotReading reading(
      SnapshotPlan plan, HadoopStore store, Runs runs, SnapshotSettings settings)
      throws IOException {
    List<SnapshotImage> traces =
        plan.images().stream().filter(image -> image.format().isTrace()).toList();
    if (traces.isEmpty()) {
      return new SnapshotReading(
          plan.roots(),
          settings.chunker(),
          settings.fingerprint(),
          settings.digest(),
          settings.mapRule());
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
              Warehouse.TRACE,
              FingerprintRule.plain(algorithm),
              settings.digest(),
              SnapshotReading.MapRule.NONE);
        }
      } catch (MalformedBlobException e) {
        runs.reporter().note("not readable, and to be rejected: " + image.location());
      }
    }
    return new SnapshotReading(
        plan.roots(),
        Warehouse.TRACE,
        settings.fingerprint(),
        settings.digest(),
        SnapshotReading.MapRule.NONE);
  }

  /** Snapshots that a warehouse holds; asked of it when the first of them is. */
  private static final class Published implements BiPredicate<String, String> {
    private final Runs runs;
    private final String location;
    private @Nullable Set<List<String>> names;

    Published(Runs runs, String location) {
      this.runs = runs;
      this.location = location;
    }

    @Override
    public boolean test(String vm, String snapshot) {
      if (names == null) {
        names = read();
      }
      return names.contains(List.of(vm, snapshot));
    }

    private Set<List<String>> read() {
      Set<List<String>> read = new HashSet<>();
      try {
        Warehouse warehouse = new Warehouse(runs.spark(), location);
        if (warehouse.exists()) {
          for (Row row : warehouse.table("snapshot").select("vm", "snapshot").collectAsList()) {
            read.add(List.of(row.getString(0), row.getString(1)));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return read;
    }
  }
}
