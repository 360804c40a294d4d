package dev.varve.jobs.simulate.format;

import dev.varve.content.format.Folders;
import dev.varve.content.format.ImageFormat;
import dev.varve.content.format.IndexText;
import dev.varve.content.format.LayerIndex;
import dev.varve.content.format.LayerTotals;
import dev.varve.input.codec.Compression;
import dev.varve.jobs.engine.Fold;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Computes the sizes of layers' indexes in all formats, from entries sorted by layer and position.
 * The folder names and digests of a layer are held in memory. So for a layer with too many entries
 * or folders, the index of the first ones is scaled up in proportion.
 */
final class IndexFold implements Fold<IndexFold.LayerEntry> {
  /**
   * Most entries of a layer that are indexed; each takes about 150 bytes of memory, without
   * folders.
   */
  static final long MAX_ENTRIES = 1_000_000;

  private static final long MAX_FOLDER_BYTES = 256 << 20;

  private final long maxEntries;
  private @Nullable Layer layer;

  /**
   * A row of {@code schemas/simulate/format_entry.sql}.
   *
   * @param layerCompression as in {@code layer}
   * @param layerBytes of the blob as stored
   * @param layerArchiveBytes of the archive inside
   * @param chunks of its content by the rule of zstd:chunked; null where they were not
   *     indexedEntries
   */
  record LayerEntry(
      String layerDigest,
      String layerCompression,
      long layerBytes,
      long layerArchiveBytes,
      @Nullable Long chunks,
      FileEntry entry) {}

  /**
   * The index of a layer in a format.
   *
   * @param format one of the image formats
   * @param indexBytes tables of contents, inodes, footers and checkpoints
   */
  record LayerIndexBytes(String layerDigest, String format, long indexBytes) {}

  /** Number of files with content in a layer. */
  record LayerContentCount(String layerDigest, long contents) {}

  IndexFold(long maxEntries) {
    this.maxEntries = maxEntries;
  }

  @Override
  public void add(LayerEntry row, Consumer<Record> output) {
    Layer current = layer;
    if (current == null || !current.first.layerDigest().equals(row.layerDigest())) {
      finish(output);
      current = new Layer(row);
      layer = current;
    }
    current.add(row, maxEntries);
  }

  @Override
  public void finish(Consumer<Record> output) {
    if (layer != null) {
      layer.finish(output);
      layer = null;
    }
  }

  /** A layer whose entries are being added. */
  private static final class Layer {
    private final LayerEntry first;
    private final Map<ImageFormat, LayerIndex> indexes = new EnumMap<>(ImageFormat.class);
    private final Folders folders = new Folders();
    private final IndexText text = new IndexText();
    private long entries;
    private long indexedEntries;
    private long contents;

    Layer(LayerEntry first) {
      this.first = first;
      for (ImageFormat format : ImageFormat.values()) {
        LayerIndex index = format.index();
        if (index != null) {
          indexes.put(format, index);
        }
      }
    }

    void add(LayerEntry row, long maxEntries) {
      FileEntry entry = row.entry();
      entries++;
      contents += entry.kind() == EntryKind.FILE && entry.bytes() > 0 ? 1 : 0;
      if (indexedEntries < maxEntries && folders.memoryBytes() < MAX_FOLDER_BYTES) {
        indexedEntries++;
        text.add(entry);
        folders.add(entry);
        for (LayerIndex index : indexes.values()) {
          if (row.chunks() != null) {
            index.chunksOfNext(row.chunks());
          }
          index.add(entry, folders);
        }
      }
    }

    void finish(Consumer<Record> output) {
      double scale = entries / (double) indexedEntries;
      try (text) {
        LayerTotals totals =
            new LayerTotals(
                Compression.valueOf(first.layerCompression().toUpperCase(Locale.ROOT)),
                first.layerArchiveBytes(),
                first.layerBytes(),
                folders,
                text);
        indexes.forEach(
            (format, index) ->
                output.accept(
                    new LayerIndexBytes(
                        first.layerDigest(),
                        format.label(),
                        Math.round(index.bytes(totals) * scale))));
      }
      output.accept(new LayerContentCount(first.layerDigest(), contents));
    }
  }
}
