package dev.varve.input.disk;

import dev.varve.model.ByteStore;
import dev.varve.model.Holes;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens disk images with their backing chains. Backing files must be within the roots, so that an
 * image cannot make us read files that are not inputs; symbolic links are followed as the store
 * does.
 */
public final class DiskOpener {
  private final ByteStore store;
  private final List<String> roots;

  /**
   * @param roots URIs of folders or files that backing files may be in
   */
  public DiskOpener(ByteStore store, List<String> roots) {
    this.store = new OvaFolders(store);
    this.roots = List.copyOf(roots);
  }

  /**
   * Opens a disk; headers of the whole chain are read, tables are not.
   *
   * @param format format if known; null to detect it from the file
   * @param internalSnapshot id or name of a snapshot inside of the file, or null for its active
   *     state
   * @throws dev.varve.model.MalformedBlobException when a file of the chain is damaged, missing,
   *     refused, or backs itself
   */
  public Disk open(String location, @Nullable DiskFormat format, @Nullable String internalSnapshot)
      throws IOException {
    return new BackingChain(store, roots).open(new BackingName(location, format), internalSnapshot);
  }

  /** Opens a disk that is no file of its own. */
  public Disk open(PackedDisk disk) throws IOException {
    return disk.open(store);
  }

  /**
   * Bytes that a disk file and its data files take in the store: their lengths, without the holes
   * of sparse files where the store knows them. Backing files are not part of it.
   */
  public long fileBytes(String location, @Nullable DiskFormat format) throws IOException {
    Set<String> files = new LinkedHashSet<>(List.of(location));
    files.addAll(head(location, format).dataFiles());
    long bytes = 0;
    for (String file : files) {
      Optional<ByteStore.Item> item = store.find(file);
      if (item.isPresent()) {
        try (Holes holes = store.holes(file)) {
          bytes += holes.dataBytes(item.get().bytes());
        }
      }
    }
    return bytes;
  }

  /** Reads the header of one file. */
  public DiskHead head(String location, @Nullable DiskFormat format) throws IOException {
    try (DiskFile file = new DiskFile(store, location, 0)) {
      DiskFormat found = format == null ? BackingChain.sniff(file) : format;
      return found.reader().head(file);
    }
  }
}
