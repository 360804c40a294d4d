package dev.varve.jobs.catalog;

import dev.varve.jobs.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.iceberg.Snapshot;

/**
 * A file that a snapshot took out while earlier ones still have it. In an object store it stays
 * readable until it is compacted away. A property of the table lists such files.
 *
 * @param added sequence number of the snapshot that added it
 * @param removed sequence number of the snapshot that took it out
 */
record RetiredFile(long added, long removed, String location) {
  static final String PROPERTY = "varve.retired";

  /** The files that a table lists, those that were taken out first at the beginning. */
  static List<RetiredFile> of(Map<String, String> properties) {
    List<RetiredFile> files = new ArrayList<>();
    for (String line : properties.getOrDefault(PROPERTY, "").lines().toList()) {
      String[] parts = line.split(" ", 3);
      files.add(new RetiredFile(Long.parseLong(parts[0]), Long.parseLong(parts[1]), parts[2]));
    }
    files.sort(Comparator.comparingLong(RetiredFile::removed));
    return files;
  }

  /** The property of a table that lists these files. */
  static String property(List<RetiredFile> files) {
    return files.stream()
        .map(file -> "%d %d %s".formatted(file.added, file.removed, file.location))
        .collect(Collectors.joining("\n"));
  }

  /** The first of these files that are deleted by now: a compaction begins with the oldest. */
  static List<RetiredFile> deleted(List<RetiredFile> files, Store store) throws IOException {
    List<RetiredFile> deleted = new ArrayList<>();
    for (RetiredFile file : files) {
      if (store.exists(file.location)) {
        break;
      }
      deleted.add(file);
    }
    return deleted;
  }

  boolean isIn(Snapshot snapshot) {
    return snapshot.sequenceNumber() >= added && snapshot.sequenceNumber() < removed;
  }
}
