package dev.varve.jobs.ingest;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Presence;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.warehouse.past.Moment;
import dev.varve.jobs.warehouse.past.PastTables;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.Publication;
import java.io.IOException;
import java.util.ArrayList;
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

  private static final String ONE_FILE = "one_file";

  /** Columns that name the thing of a row, of each table of sightings. */
  private static final Map<String, String> THINGS =
      Map.of(
          "sighting", "digest",
          "snapshot_sighting", "concat(vm, '/', snapshot)",
          "rejection_sighting", "location");

  /** Columns that sort the rows of a table that is filled by ingests: its first ones. */
  private static final int ORDER_COLUMNS = 3;

  /** Files are small that have less than this part of the wanted length of a file. */
  private static final int SMALL = 4;

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
          run.count("files_deleted", run.writer().deleteOldFiles(before.at()));
          drop(run, before);
          joinSmallFiles(run, fileBytes);
        });
  }

  private static void joinSmallFiles(Run run, long fileBytes) throws IOException {
    long joined = 0;
    for (String table : Tables.names()) {
      if (!Tables.declaration(table).replaced()) {
        List<String> files = new ArrayList<>();
        long bytes = 0;
        for (Map.Entry<String, Long> file : run.warehouse().fileBytes(table).entrySet()) {
          if (file.getValue() < fileBytes / SMALL && !run.publication().isReplaced(file.getKey())) {
            files.add(file.getKey());
            bytes += file.getValue();
          }
          if (bytes >= fileBytes) {
            joined += join(table, files, run);
            files = new ArrayList<>();
            bytes = 0;
          }
        }
        joined += join(table, files, run);
      }
    }
    run.count("files_joined", joined);
  }

  /** Replaces files by those of their rows, sorted; returns how many there were. */
  private static long join(String table, List<String> files, Run run) throws IOException {
    if (files.size() < 2) {
      return 0;
    }
    run.engine().files(ONE_FILE, Tables.columns(table), files);
    replace(table, files, Query.of("SELECT * FROM " + ONE_FILE), run);
    return files.size();
  }

  private static void replace(String table, List<String> files, Query rows, Run run)
      throws IOException {
    Publication publication = run.publication();
    publication.replace(
        table,
        files,
        run.engine().write(table, rows, order(table), publication.files().ofJoined()));
  }

  private static void drop(Run run, Moment before) throws IOException {
    PastTables left = PastTables.notGoneAt(before);
    Presence presence = new Presence(run.engine(), run.warehouse(), left);
    long dropped = 0;
    for (Map<String, String> queries : List.of(left.stored(), left.computed())) {
      for (Map.Entry<String, String> query : queries.entrySet()) {
        if (Tables.names().contains(query.getKey())) {
          presence.show(List.of(query.getKey()));
          dropped += drop(query.getKey(), query.getValue(), run);
        }
      }
    }
    for (String table : PastTables.SIGHTINGS) {
      dropped += dropSightings(table, before, run);
    }
    run.count("rows_dropped", dropped);
  }

  private static long drop(String table, String query, Run run) throws IOException {
    String every = PastTables.ALL_ROWS_PREFIX + table + " AS every";
    if (!query.contains(every)) {
      throw new IllegalStateException("the query of " + table + " does not read " + every);
    }
    Engine engine = run.engine();
    Query kept = Query.of(query.replace(every, ONE_FILE + " AS every"));
    long dropped = 0;
    for (String file : run.warehouse().files(table)) {
      engine.files(ONE_FILE, Tables.columns(table), List.of(file));
      long before = engine.count(Query.of("SELECT 1 FROM " + ONE_FILE));
      long after = engine.count(kept);
      if (after < before) {
        replace(table, List.of(file), kept, run);
        dropped += before - after;
      }
    }
    return dropped;
  }

  private static List<String> order(String table) {
    List<String> columns = new ArrayList<>(Tables.declaration(table).columns().keySet());
    return columns.subList(0, Math.min(ORDER_COLUMNS, columns.size()));
  }

  private static long dropSightings(String table, Moment before, Run run) throws IOException {
    Engine engine = run.engine();
    run.registerTables(List.of(table));
    String left = "(gone_at IS NULL OR gone_at > " + before.sql() + ")";
    String thing = THINGS.getOrDefault(table, "");
    // What came back keeps its earlier rows: without them it would seem there while it was gone.
    String kept = "%s OR %s IN (SELECT %2$s FROM %s WHERE %1$s)".formatted(left, thing, table);
    long dropped = engine.count(Query.of("SELECT 1 FROM " + table + " WHERE NOT (" + kept + ")"));
    if (dropped > 0) {
      run.write(
          table,
          Query.of("SELECT * FROM " + table + " WHERE " + kept),
          order(table).toArray(String[]::new));
    }
    return dropped;
  }
}
