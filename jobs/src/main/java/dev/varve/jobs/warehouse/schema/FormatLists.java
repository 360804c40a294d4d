package dev.varve.jobs.warehouse.schema;

import dev.varve.content.format.ImageFormat;
import dev.varve.input.codec.Compression;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.trace.TraceFormat;
import dev.varve.model.SnapshotFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Replaces placeholders for lists of formats in texts. {@code {disk-formats}} becomes the names of
 * all disk formats that Varve reads; {@code '{disk-formats}'} becomes these names as SQL string
 * literals.
 */
public final class FormatLists {
  /** The format names of each placeholder. */
  public static final Map<String, List<String>> ALL =
      Map.of(
          "disk-formats", Stream.of(DiskFormat.values()).map(SnapshotFormat::label).toList(),
          "chunk-lists", Stream.of(TraceFormat.values()).map(SnapshotFormat::label).toList(),
          "image-formats", Stream.of(ImageFormat.values()).map(ImageFormat::label).toList(),
          "compressions", Stream.of(Compression.values()).map(Compression::label).toList());

  private FormatLists() {}

  /** A text with its placeholders replaced. */
  public static String filled(String text) {
    String filled = text;
    for (Map.Entry<String, List<String>> list : ALL.entrySet()) {
      String placeholder = "{" + list.getKey() + "}";
      filled =
          filled
              .replace("'" + placeholder + "'", "'" + String.join("', '", list.getValue()) + "'")
              .replace(placeholder, String.join(", ", list.getValue()));
    }
    return filled;
  }
}
