package dev.varve.content.format;

import dev.varve.input.codec.Compression;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Entries of a layer, one behind the other in its archive. */
final class Entries {
  private final List<FileEntry> list = new ArrayList<>();
  private long end;

  static Entries of() {
    return new Entries();
  }

  Entries folder(String path) {
    return add(path, EntryKind.DIRECTORY, 0, null, null, null);
  }

  Entries marker(String path, EntryKind kind) {
    return add(path, kind, 0, null, null, null);
  }

  Entries symlink(String path, String target) {
    return add(path, EntryKind.SYMLINK, 0, target, null, null);
  }

  Entries hardLink(String path, String target) {
    return add(path, EntryKind.HARD_LINK, 0, target, null, null);
  }

  Entries file(String path, long bytes, String type) {
    return add(path, EntryKind.FILE, bytes, null, type, null);
  }

  /** A file whose content is that of all files of this number. */
  Entries file(String path, long bytes, int content) {
    byte[] digest = {(byte) content};
    return add(path, EntryKind.FILE, bytes, null, "text", Fingerprint.of(digest));
  }

  private Entries add(
      String path,
      EntryKind kind,
      long bytes,
      @Nullable String target,
      @Nullable String type,
      @Nullable Fingerprint fingerprint) {
    long at = end + 512;
    end = at + (bytes + 511) / 512 * 512;
    int mode = kind == EntryKind.FILE ? 0644 : 0755;
    list.add(
        new FileEntry(
            list.size(),
            path,
            kind,
            bytes,
            fingerprint,
            type,
            at,
            mode,
            0,
            0,
            1_700_000_000_000_000L,
            target,
            null));
    return this;
  }

  List<FileEntry> list() {
    return list;
  }

  /** Bytes of all contents. */
  long contentBytes() {
    return list.stream().mapToLong(FileEntry::bytes).sum();
  }

  /** What an index takes of a layer whose blob is as long as its archive. */
  long in(LayerIndex index) {
    return in(index, end, end);
  }

  /** What an index takes. */
  long in(LayerIndex index, long archiveBytes, long storedBytes) {
    return in(index, Compression.GZIP, archiveBytes, storedBytes);
  }

  /** What an index takes of a layer in a compression. */
  long in(LayerIndex index, Compression compression, long archiveBytes, long storedBytes) {
    try (IndexText text = new IndexText()) {
      list.forEach(text::add);
      Folders folders = new Folders();
      for (FileEntry entry : list) {
        folders.add(entry);
        index.add(entry, folders);
      }
      return index.bytes(new LayerTotals(compression, archiveBytes, storedBytes, folders, text));
    }
  }
}
