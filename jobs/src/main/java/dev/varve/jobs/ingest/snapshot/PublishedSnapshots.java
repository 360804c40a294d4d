package dev.varve.jobs.ingest.snapshot;

import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Look-up of the names of the snapshots in a warehouse; they are read at the first call. */
final class PublishedSnapshots implements BiPredicate<String, String> {
  private final Runs runs;
  private final String location;
  private @Nullable Set<List<String>> names;

  /**
   * @param location of the warehouse, which may not exist
   */
  PublishedSnapshots(Runs runs, String location) {
    this.runs = runs;
    this.location = location;
  }

  /** Whether the warehouse contains chunk traces, or disks; empty when it contains neither. */
  Optional<Boolean> areTraces() throws IOException {
    return new WarehouseFiles(location, runs.store()).chunker().map(WarehouseFiles.TRACE::equals);
  }

  @Override
  public boolean test(String vm, String snapshot) {
    if (names == null) {
      try {
        names = read();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return names.contains(List.of(vm, snapshot));
  }

  private record Name(String vm, String snapshot) {}

  private Set<List<String>> read() throws IOException {
    Set<List<String>> read = new HashSet<>();
    runs.read(
        location,
        (engine, warehouse) -> {
          engine.files("snapshot", Tables.columns("snapshot"), warehouse.files("snapshot"));
          engine.each(
              Query.of("SELECT vm, coalesce(version_of, snapshot) AS snapshot FROM snapshot"),
              Name.class,
              name -> read.add(List.of(name.vm(), name.snapshot())));
        });
    return read;
  }
}
