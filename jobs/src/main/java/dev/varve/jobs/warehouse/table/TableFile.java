package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.warehouse.schema.Tables;
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
    Listing listing = Listing.ofExisting(warehouse);
    Map<String, Journal.Move> facts = new TreeMap<>(listing.facts());
    List<TableFile> all = new ArrayList<>();
    Tables.names().forEach(table -> all.addAll(of(table, listing)));
    all.forEach(file -> facts.remove(file.name()));
    facts.forEach(
        (name, published) ->
            all.add(of(published.table(), name, warehouse.path(name), -1, published)));
    return all;
  }

  /** The files that are there of a table. */
  static List<TableFile> of(String table, Listing listing) {
    List<TableFile> files = new ArrayList<>();
    listing
        .files(table)
        .forEach(
            (name, file) ->
                files.add(
                    of(table, name, file.location(), file.bytes(), listing.facts().get(name))));
    return files;
  }

  private static TableFile of(
      String table, String name, String path, long bytes, Journal.@Nullable Move published) {
    return new TableFile(
        table,
        name,
        path,
        bytes,
        published == null ? -1 : published.bytes(),
        published == null ? -1 : published.rows(),
        published == null ? -1 : published.tail());
  }
}
