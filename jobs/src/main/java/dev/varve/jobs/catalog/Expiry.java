package dev.varve.jobs.catalog;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.FileIO;

/**
 * Snapshots of a table that end with a change of it: those that have a file which is deleted or
 * replaced under its name, and those that are older than the table keeps. Iceberg's own expiry
 * would refuse tables whose files it may not delete.
 *
 * <p>Their manifests stay until the next change, as a reader may have begun with them; until then a
 * property of the table names them.
 *
 * @param expired the snapshots
 * @param leftover locations of manifests, and of lists of them, that only these snapshots have
 * @param retired files that snapshots have which stay, and that a later one took out
 */
record Expiry(List<Snapshot> expired, Set<String> leftover, List<RetiredFile> retired) {
  private static final String LEFTOVER = "varve.leftover";
  private static final String MANIFEST = ".avro";

  /**
   * Chooses the snapshots.
   *
   * @param table its metadata with the newest snapshot
   * @param readable files that earlier snapshots have, and that can be read
   * @param lost files that earlier snapshots have, and that are deleted or replaced
   */
  static Expiry of(
      TableMetadata table, List<RetiredFile> readable, List<RetiredFile> lost, FileIO io) {
    List<Snapshot> all = new ArrayList<>(table.snapshots());
    all.sort(Comparator.comparing(Snapshot::sequenceNumber));
    long oldest =
        System.currentTimeMillis()
            - table.propertyAsLong(
                TableProperties.MAX_SNAPSHOT_AGE_MS, TableProperties.MAX_SNAPSHOT_AGE_MS_DEFAULT);
    int kept =
        table.propertyAsInt(
            TableProperties.MIN_SNAPSHOTS_TO_KEEP, TableProperties.MIN_SNAPSHOTS_TO_KEEP_DEFAULT);
    List<Snapshot> expired = new ArrayList<>();
    for (int at = 0; at < all.size() - 1; at++) {
      Snapshot snapshot = all.get(at);
      boolean isOld = snapshot.timestampMillis() < oldest && at < all.size() - kept;
      if (isOld || lost.stream().anyMatch(file -> file.isIn(snapshot))) {
        expired.add(snapshot);
      }
    }
    List<Snapshot> stay = all.stream().filter(snapshot -> !expired.contains(snapshot)).toList();
    return new Expiry(
        expired,
        leftover(all, expired, io),
        readable.stream().filter(file -> stay.stream().anyMatch(file::isIn)).toList());
  }

  /** A manifest of an expired snapshot is one of its neighbours', or nobody's. */
  private static Set<String> leftover(List<Snapshot> all, List<Snapshot> expired, FileIO io) {
    Set<Snapshot> ended = new HashSet<>(expired);
    Set<String> kept = new HashSet<>();
    for (int at = 0; at < all.size(); at++) {
      boolean isNeighbour =
          (at > 0 && ended.contains(all.get(at - 1)))
              || (at + 1 < all.size() && ended.contains(all.get(at + 1)));
      if (isNeighbour && !ended.contains(all.get(at))) {
        all.get(at).allManifests(io).forEach(manifest -> kept.add(manifest.path()));
      }
    }
    Set<String> leftover = new LinkedHashSet<>();
    for (Snapshot snapshot : expired) {
      for (ManifestFile manifest : snapshot.allManifests(io)) {
        if (!kept.contains(manifest.path())) {
          leftover.add(manifest.path());
        }
      }
      leftover.add(snapshot.manifestListLocation());
    }
    return leftover;
  }

  /** The metadata of a table without these snapshots. */
  TableMetadata applied(TableMetadata table) {
    Map<String, String> changed =
        new TreeMap<>(
            Map.of(
                LEFTOVER,
                String.join("\n", leftover),
                RetiredFile.PROPERTY,
                RetiredFile.property(retired)));
    changed.entrySet().removeIf(each -> each.getValue().equals(table.property(each.getKey(), "")));
    if (expired.isEmpty() && changed.isEmpty()) {
      return table;
    }
    TableMetadata.Builder builder = TableMetadata.buildFrom(table);
    if (!expired.isEmpty()) {
      builder.removeSnapshots(expired.stream().map(Snapshot::snapshotId).toList());
    }
    if (!changed.isEmpty()) {
      builder.setProperties(changed);
    }
    return builder.build();
  }

  /** Locations of the manifests that an earlier change of a table left. */
  static List<String> leftover(TableMetadata table) {
    return table
        .property(LEFTOVER, "")
        .lines()
        .filter(location -> location.endsWith(MANIFEST))
        .toList();
  }
}
