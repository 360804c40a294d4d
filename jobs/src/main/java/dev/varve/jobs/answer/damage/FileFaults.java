package dev.varve.jobs.answer.damage;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.warehouse.schema.TableDeclaration;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.TableFile;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import dev.varve.jobs.warehouse.table.WarehouseWriter;
import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The files of a warehouse that differ from the published ones: missing, of another length, with
 * other rows, or with a page that does not match its checksum. Also files that no publication made.
 *
 * @param checked number of files that were read
 * @param faults the damaged files, and the files that no publication made
 */
public record FileFaults(int checked, List<Fault> faults) {
  private static final String INGEST = "ingest ";
  private static final String DERIVE = "derive";

  /**
   * A damaged file.
   *
   * @param file relative to the warehouse
   */
  public record Fault(String table, String file, String fault) implements Serializable {
    private static final String UNPUBLISHED =
        "no publication of this warehouse made it; it is not read";

    /** A file that no publication made, by its name relative to the warehouse. */
    static Fault ofUnpublished(String file) {
      return new Fault(file.substring(0, file.indexOf('/')), file, UNPUBLISHED);
    }

    boolean isOfUnpublished() {
      return fault.equals(UNPUBLISHED);
    }

    @Override
    public String toString() {
      return file + ": " + fault;
    }
  }

  /**
   * The verbs that make the rows of the damaged files again after {@link #repair}, in the order to
   * run them. Verb derive follows an ingest, because {@link #repair} also removes the tables that
   * derive computed from its rows.
   */
  public List<String> verbs() {
    Set<String> makers = new TreeSet<>();
    for (Fault fault : faults) {
      if (!fault.isOfUnpublished()) {
        makers.addAll(Tables.declaration(fault.table()).madeBy());
      }
    }
    makers.remove(TableDeclaration.EVERY_VERB);
    Set<String> ordered = new LinkedHashSet<>();
    makers.stream().filter(verb -> verb.startsWith(INGEST)).forEach(ordered::add);
    if (!ordered.isEmpty() || makers.contains(DERIVE)) {
      ordered.add(DERIVE);
    }
    ordered.addAll(makers);
    return List.copyOf(ordered);
  }

  /**
   * Checks every file of the warehouse at a location, in tasks of the engine.
   *
   * @throws NoInputException when nothing has ever been ingested into it
   */
  public static FileFaults of(Runs runs, String location) throws IOException {
    WarehouseFiles warehouse =
        NoInputException.unlessThere(new WarehouseFiles(location, runs.store()), location);
    List<TableFile> files = TableFile.all(warehouse);
    List<Fault> faults = new ArrayList<>();
    runs.read(
        location,
        (engine, now) -> {
          faults.addAll(faults(engine, files));
          if (!faults.isEmpty()) {
            // A run may have replaced a file during the check, which looks like damage: check
            // again.
            List<String> names = faults.stream().map(Fault::file).toList();
            List<TableFile> toRecheck =
                TableFile.all(warehouse).stream()
                    .filter(file -> names.contains(file.name()))
                    .toList();
            faults.clear();
            faults.addAll(faults(engine, toRecheck));
          }
        });
    List<String> unpublished = warehouse.unpublishedFiles();
    unpublished.stream().map(Fault::ofUnpublished).forEach(faults::add);
    return new FileFaults(files.size() + unpublished.size(), faults);
  }

  private static List<Fault> faults(Engine engine, List<TableFile> files) throws IOException {
    return engine
        .tasks(
            files,
            (file, context) -> {
              String fault = PageCheck.fault(file, context.store());
              return fault == null
                  ? List.<Fault>of()
                  : List.of(new Fault(file.table(), file.name(), fault));
            })
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Moves the damaged files out of the tables. The files of the same publication, and the tables
   * that derive computed from any of them, are moved too. So the next run of the {@link #verbs}
   * makes their rows again.
   *
   * @return names of the moved files, relative to the warehouse
   */
  public List<String> repair(Runs runs, String location) throws IOException {
    WarehouseFiles warehouse = new WarehouseFiles(location, runs.store());
    try (WarehouseWriter writer = WarehouseWriter.openNow(warehouse)) {
      String name =
          WarehouseWriter.REPAIR
              + DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS")
                  .withZone(ZoneOffset.UTC)
                  .format(Instant.now());
      List<String> removed = writer.remove(name, faults.stream().map(Fault::file).toList());
      runs.published(warehouse);
      return removed;
    }
  }
}
