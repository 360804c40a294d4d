package dev.varve.jobs.simulate.format;

import dev.varve.format.ImageFormat;
import dev.varve.format.IndexText;
import dev.varve.format.LayerIndex;
import dev.varve.format.LayerTotals;
import dev.varve.jobs.engine.Fold;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The indexes of layers in all formats, of entries sorted by layer and position. */
final class IndexFold implements Fold<IndexFold.LayerEntry> {
  private final Map<ImageFormat, LayerIndex> indexes = new EnumMap<>(ImageFormat.class);
  private String layer = "";
  private long layerBytes;
  private long archiveBytes;
  private long contents;
  private @Nullable IndexText text;

  /** A row of {@code schemas/simulate/format_entry.sql}. */
  record LayerEntry(String layerDigest, long layerBytes, long layerArchiveBytes, FileEntry entry) {}

  /** The index of a layer in a format. */
  record LayerIndexBytes(String layerDigest, String format, long indexBytes) {}

  /** How many files with content a layer has. */
  record LayerContents(String layerDigest, long contents) {}

  @Override
  public void add(LayerEntry row, Consumer<Record> output) {
    if (!row.layerDigest().equals(layer)) {
      finish(output);
      layer = row.layerDigest();
      text = new IndexText();
      layerBytes = row.layerBytes();
      archiveBytes = row.layerArchiveBytes();
      for (ImageFormat format : ImageFormat.values()) {
        LayerIndex index = format.index();
        if (index != null) {
          indexes.put(format, index);
        }
      }
    }
    FileEntry entry = row.entry();
    if (entry.kind() == EntryKind.FILE && entry.bytes() > 0) {
      contents++;
    }
    indexes.values().forEach(index -> index.add(entry));
    if (text != null) {
      text.add(entry);
    }
  }

  @Override
  public void finish(Consumer<Record> output) {
    if (text == null) {
      return;
    }
    try (IndexText whole = text) {
      LayerTotals totals = new LayerTotals(archiveBytes, layerBytes, whole);
      indexes.forEach(
          (format, index) ->
              output.accept(new LayerIndexBytes(layer, format.label(), index.bytes(totals))));
    }
    output.accept(new LayerContents(layer, contents));
    text = null;
    contents = 0;
    indexes.clear();
  }
}
