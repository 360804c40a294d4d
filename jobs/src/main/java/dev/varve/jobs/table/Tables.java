package dev.varve.jobs.table;

import dev.varve.jobs.row.RowBinder;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.StructType;

/** The columns of every table, as {@code schemas/tables} declares them. */
public final class Tables {
  /** Tables that are one file, which is replaced whole; all others grow by files. */
  private static final Set<String> REPLACED =
      Set.of(
          "run",
          "image_tag",
          "file_sharing",
          "chunk_sharing",
          "chunker_result",
          "backup_result",
          "backup_stage",
          "backup_time",
          "popularity_result",
          "block_sharing",
          "block_owner",
          "availability_result",
          "durability_result",
          "deletion_result",
          "deletion_cost");

  private static final Map<String, StructType> SCHEMAS = schemas();

  private Tables() {}

  /** Names of all tables, sorted. */
  public static Set<String> names() {
    return SCHEMAS.keySet();
  }

  /** The columns of a table. */
  public static StructType schema(String table) {
    StructType schema = SCHEMAS.get(table);
    if (schema == null) {
      throw new IllegalArgumentException("there is no table " + table);
    }
    return schema;
  }

  /**
   * Makes rows of a table out of records.
   *
   * @throws IllegalArgumentException that lists where table and record do not fit
   */
  public static <T extends Record> RowBinder<T> rows(String table, Class<T> type) {
    return RowBinder.of(table, schema(table), type);
  }

  /** Whether a table is one file that is replaced whole. */
  static boolean isReplaced(String table) {
    return REPLACED.contains(table);
  }

  private static Map<String, StructType> schemas() {
    Map<String, StructType> schemas = new TreeMap<>();
    SqlFiles.folder("tables").forEach((name, text) -> schemas.put(name, columns(text)));
    return schemas;
  }

  private static StructType columns(String text) {
    String statement =
        text.lines().filter(line -> !line.startsWith("--")).collect(Collectors.joining("\n"));
    int open = statement.indexOf('(');
    int close = statement.lastIndexOf(')');
    return StructType.fromDDL(statement.substring(open + 1, close));
  }
}
