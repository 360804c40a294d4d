package dev.varve.jobs.warehouse.schema;

import dev.varve.input.codec.Compression;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.trace.TraceFormat;
import dev.varve.model.SnapshotFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Lists of formats within texts. {@code {disk-formats}} stands for the names of all that are read,
 * {@code '{disk-formats}'} for the same as literals of SQL.
 */
public final class FormatLists {
  /** The names of each list. */
  public static final Map<String, List<String>> ALL =
      Map.of(
          "disk-formats", Stream.of(DiskFormat.values()).map(SnapshotFormat::label).toList(),
          "chunk-lists", Stream.of(TraceFormat.values()).map(SnapshotFormat::label).toList(),
          "compressions", Stream.of(Compression.values()).map(Compression::label).toList());

  private FormatLists() {}

  /** A text with its lists. */
  public static String filled(String text) {
    String filled = text;
    for (Map.Entry<String, List<String>> list : ALL.entrySet()) {
      String mark = "{" + list.getKey() + "}";
      filled =
          filled
              .replace("'" + mark + "'", "'" + String.join("', '", list.getValue()) + "'")
              .replace(mark, String.join(", ", list.getValue()));
    }
    return filled;
  }
}
