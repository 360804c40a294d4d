package dev.varve.jobs.ingest;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Presence;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.past.Moment;
import dev.varve.jobs.warehouse.past.PastTables;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.Publication;
import dev.varve.jobs.warehouse.table.TableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Drops the rows of what has been gone from its source for long, and of what depends on it, and
 * joins small files. Files that contain such rows are replaced by files without them; all other
 * files that are not small stay as they are.
 */
public final class Compaction {
  /** Name of the verb, as table {@code run} has it. */
  public static final String VERB = "compact";

  /** Recorded option: the moment up to which what was gone has been dropped. */
  public static final String BEFORE = "dropped_before";

  /** View of the rows of the files that are compacted together. */
  private static final String ROWS = "compacted_rows";

  /** Columns that name the thing of a row, of each table of sightings. */
  private static final Map<String, String> THINGS =
      Map.of(
          "sighting", "digest",
          "snapshot_sighting", "concat(vm, '/', snapshot)",
          "rejection_sighting", "location");

  /** Columns that sort the rows of a table that is filled by ingests: its first ones. */
  private static final int ORDER_COLUMNS = 3;

  private Compaction() {}

  /**
   * Drops what was gone at a moment, and has not come back since.
   *
   * @param fileBytes wanted length of a file of a table, in bytes
   * @throws NoInputException when nothing has ever been ingested into the warehouse
   */
  public static RunSummary run(Runs runs, String location, Moment before, long fileBytes)
      throws IOException {
    return runs.executeOnExisting(
        VERB,
        Map.of(BEFORE, before.at().toString()),
        location,
        run -> {
          Publication publication = run.newWave();
          compact(run, publication, before, fileBytes);
          run.publish(publication);
          // The journal of all that was replaced is one of those that become one.
          run.count("files_deleted", run.writer().deleteOldFiles(before.at()));
        });
  }

  private static void compact(Run run, Publication publication, Moment before, long fileBytes)
      throws IOException {
    PastTables left = PastTables.notGoneAt(before);
    Map<String, String> queries = new LinkedHashMap<>(left.stored());
    queries.putAll(left.computed());
    Presence presence = new Presence(run.engine(), run.warehouse(), left);
    for (String table : Tables.names()) {
      String query = queries.get(table);
      boolean isAppended = !Tables.declaration(table).replaced();
      if (query != null || isAppended) {
        Query kept = query == null ? Query.of("SELECT * FROM " + ROWS) : kept(table, query);
        if (query != null) {
          presence.show(List.of(table));
        }
        for (List<TableFile> files : groups(table, isAppended ? fileBytes : 0, run)) {
          // All rows of a table without a query are left: a file of it stays as it is.
          if (query != null || files.size() > 1) {
            compact(table, files, kept, run, publication);
          }
        }
      }
    }
    for (String table : PastTables.SIGHTINGS) {
      run.count("rows_dropped", dropSightings(table, before, run, publication));
    }
  }

  /** The query of the rows of some files that are left. */
  private static Query kept(String table, String query) {
    String every = PastTables.ALL_ROWS_PREFIX + table + " AS every";
    if (!query.contains(every)) {
      throw new IllegalStateException("the query of " + table + " does not read " + every);
    }
    return Query.of(query.replace(every, ROWS + " AS every"));
  }

  /** The files of a table: small ones together up to the wanted length, each other by itself. */
  private static List<List<TableFile>> groups(String table, long fileBytes, Run run)
      throws IOException {
    List<List<TableFile>> groups = new ArrayList<>();
    List<TableFile> small = new ArrayList<>();
    long bytes = 0;
    for (TableFile file : run.warehouse().tableFiles(table)) {
      if (!Publication.isSmall(file.bytes(), fileBytes)) {
        groups.add(List.of(file));
        continue;
      }
      small.add(file);
      bytes += file.bytes();
      if (bytes >= fileBytes) {
        groups.add(small);
        small = new ArrayList<>();
        bytes = 0;
      }
    }
    if (!small.isEmpty()) {
      groups.add(small);
    }
    return groups;
  }

  /** Replaces files by the rows of them that are left, sorted, if they are several or lose rows. */
  private static void compact(
      String table, List<TableFile> files, Query kept, Run run, Publication publication)
      throws IOException {
    Engine engine = run.engine();
    List<String> old = files.stream().map(TableFile::path).toList();
    long rows = files.stream().mapToLong(TableFile::publishedRows).sum();
    engine.files(ROWS, Tables.columns(table), old);
    if (files.size() == 1 && engine.count(kept) == rows) {
      return;
    }
    List<RowFile.Written> written =
        engine.write(table, kept, order(table), publication.files().ofJoined());
    publication.replace(table, old, written);
    run.count("rows_dropped", rows - written.stream().mapToLong(RowFile.Written::rows).sum());
    run.count("files_joined", files.size() > 1 ? files.size() : 0);
  }

  private static List<String> order(String table) {
    List<String> columns = new ArrayList<>(Tables.declaration(table).columns().keySet());
    return columns.subList(0, Math.min(ORDER_COLUMNS, columns.size()));
  }

  private static long dropSightings(String table, Moment before, Run run, Publication publication)
      throws IOException {
    Engine engine = run.engine();
    run.registerTables(List.of(table));
    String left = "(gone_at IS NULL OR gone_at > " + before.sql() + ")";
    String thing = THINGS.getOrDefault(table, "");
    // What came back keeps its earlier rows: without them it would seem there while it was gone.
    String kept = "%s OR %s IN (SELECT %2$s FROM %s WHERE %1$s)".formatted(left, thing, table);
    long dropped = engine.count(Query.of("SELECT 1 FROM " + table + " WHERE NOT (" + kept + ")"));
    if (dropped > 0) {
      publication.add(
          table,
          engine.write(
              table,
              Query.of("SELECT * FROM " + table + " WHERE " + kept),
              order(table),
              publication.files()));
    }
    return dropped;
  }
}
