package dev.varve.jobs.catalog;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.warehouse.schema.TableDeclaration;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.TableFile;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The published files of a table that have rows, and a digest of all that its metadata is made
 * from.
 *
 * @param files by their locations, as a catalog has them
 */
record TableFiles(String table, Map<String, TableFile> files, String state) {
  /** Part of each digest: a change of how metadata is made gets a new number. */
  private static final String RULES = "1";

  /**
   * The files of all tables as they are now.
   *
   * @throws IOException also when a published file is gone or damaged: its rows would be missing
   */
  static Map<String, TableFiles> of(WarehouseFiles warehouse) throws IOException {
    Map<String, Map<String, TableFile>> byTable = new TreeMap<>();
    Tables.names().forEach(table -> byTable.put(table, new TreeMap<>()));
    for (TableFile file : TableFile.all(warehouse)) {
      boolean isWhole = file.publishedBytes() < 0 || file.bytes() == file.publishedBytes();
      if (file.publishedRows() != 0) {
        if (!isWhole) {
          throw new IOException(
              "%s is gone or damaged, so its rows are lost: varve check --files says what to do"
                  .formatted(file.name()));
        }
        byTable.getOrDefault(file.table(), new TreeMap<>()).put(uri(file.path()), file);
      }
    }
    Map<String, TableFiles> all = new LinkedHashMap<>();
    byTable.forEach(
        (table, files) ->
            all.put(table, new TableFiles(table, files, state(table, files.values()))));
    return all;
  }

  /** Whether a file is replaced under its name, so that its bytes may be others than before. */
  boolean isReplaced(String location) {
    return Locations.name(location).equals(table + ".parquet");
  }

  /**
   * A location as other programs write it: with three slashes where it is on this machine, as some
   * take {@code file:/} for a relative path.
   */
  static String uri(String location) {
    return location.startsWith("file:/") && !location.startsWith("file://")
        ? "file://" + location.substring("file:".length())
        : location;
  }

  private static String state(String table, Iterable<TableFile> files) {
    TableDeclaration declaration = Tables.declaration(table);
    StringBuilder text = new StringBuilder(RULES).append('\n');
    text.append(declaration.ddl()).append(declaration.prose()).append('\n');
    for (TableFile file : files) {
      text.append(
          "%s\t%d\t%d\t%d\n"
              .formatted(
                  uri(file.path()), file.bytes(), file.publishedRows(), file.publishedTail()));
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The rows of which tables are visible before those of others: a list for each step. */
  static List<List<String>> inOrder(Iterable<String> tables) {
    List<List<String>> steps = new java.util.ArrayList<>();
    for (int step = 0; step <= LATER.size(); step++) {
      steps.add(new java.util.ArrayList<>());
    }
    for (String table : tables) {
      int step = 0;
      for (int later = 0; later < LATER.size(); later++) {
        if (LATER.get(later).contains(table)) {
          step = later + 1;
        }
      }
      steps.get(step).add(table);
    }
    return steps;
  }

  /** Tables whose rows refer to those of all tables before them; others come first. */
  private static final List<List<String>> LATER =
      List.of(
          List.of("layer", "segment"),
          List.of("image_layer", "manifest_reference", "vm"),
          List.of("image", "manifest", "snapshot"),
          List.of("image_tag", "repository_manifest", "sighting", "snapshot_sighting"),
          List.of("run"));
}
