package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.ByteStore.Item;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A file of a table, with its length, rows and checksum when it was published.
 *
 * @param name path relative to the warehouse
 * @param path its URI
 * @param bytes current length; -1 if the file is missing
 * @param publishedBytes length when it was published; -1 if no known publication of this warehouse
 *     made it
 * @param publishedRows number of rows when it was published; -1 as for publishedBytes
 * @param publishedTail checksum of the bytes after the last page when it was published; -1 as for
 *     publishedBytes, or if unknown
 */
public record TableFile(
    String table,
    String name,
    String path,
    long bytes,
    long publishedBytes,
    long publishedRows,
    long publishedTail)
    implements Serializable {

  /** All published files of the tables, including missing ones. */
  public static List<TableFile> all(WarehouseFiles warehouse) throws IOException {
    Listing listing = Listing.of(warehouse, Tables.names());
    Map<String, Journal.Move> facts = new TreeMap<>(listing.facts());
    List<TableFile> all = new ArrayList<>();
    for (String table : Tables.names()) {
      for (Map.Entry<String, Item> file : listing.files(table).entrySet()) {
        String name = file.getKey();
        Item status = file.getValue();
        String path = status.location();
        all.add(of(table, name, path, status.bytes(), facts.remove(name)));
      }
    }
    facts.forEach((name, fact) -> all.add(of(fact.table(), name, warehouse.path(name), -1, fact)));
    return all;
  }

  private static TableFile of(
      String table, String name, String path, long bytes, Journal.@Nullable Move fact) {
    return new TableFile(
        table,
        name,
        path,
        bytes,
        fact == null ? -1 : fact.bytes(),
        fact == null ? -1 : fact.rows(),
        fact == null ? -1 : fact.tail());
  }
}
