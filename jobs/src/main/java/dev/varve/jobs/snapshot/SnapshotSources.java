package dev.varve.jobs.snapshot;

import dev.varve.digest.FingerprintRule;
import dev.varve.inventory.DiskSources;
import dev.varve.inventory.SnapshotImage;
import dev.varve.inventory.SnapshotPlan;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.file.Locations;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.jobs.table.Warehouse;
import dev.varve.model.MalformedBlobException;
import dev.varve.trace.ChunkTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** The disks and traces that the inputs hold, and how they are to be read. */
record SnapshotSources(SnapshotPlan plan, SnapshotReading reading) {
  /**
   * Lists the inputs, without reading any disk.
   *
   * @throws NoInputException when an input is not there, or none holds a disk, not even a bad one
   * @throws InvalidSettingsException when the inputs hold disks and traces
   */
  static SnapshotSources find(Runs runs, List<String> inputs, SnapshotSettings settings)
      throws IOException {
    Configuration hadoop = runs.spark().sparkContext().hadoopConfiguration();
    HadoopStore store = new HadoopStore(hadoop);
    List<String> locations = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String input : inputs) {
      String location = Locations.of(input, hadoop).toString();
      if (store.find(location).isEmpty()) {
        missing.add(input);
      }
      locations.add(location);
    }
    if (!missing.isEmpty()) {
      throw NoInputException.nothingAt(missing);
    }
    SnapshotPlan plan = DiskSources.plan(store, locations);
    if (plan.images().isEmpty() && plan.refused().isEmpty()) {
      throw NoInputException.noDisks(inputs);
    }
    return new SnapshotSources(plan, reading(plan, store, runs, settings));
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
    if (traces.size() < plan.images().size()) {
      throw new InvalidSettingsException(
          List.of(
              "the inputs hold disks and chunk traces, whose chunks were cut in different ways: use"
                  + " a warehouse of its own for each"));
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
}
