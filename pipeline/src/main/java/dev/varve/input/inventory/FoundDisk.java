package dev.varve.input.inventory;

import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.DiskHead;
import dev.varve.input.disk.DiskOpener;
import dev.varve.input.disk.InternalSnapshot;
import dev.varve.input.disk.LocationText;
import dev.varve.model.BackupState;
import dev.varve.model.ByteStore;
import dev.varve.model.SnapshotFormat;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A disk file among the inputs, before its VM's snapshots are put in order.
 *
 * @param parent name of its parent snapshot, or null
 * @param line its line in the manifest, from 1; 0 when it was found in a folder tree
 * @param head its header; null for a trace
 * @param backupState state of a backup that is protected or unfinished; otherwise null
 */
record FoundDisk(
    String vm,
    String snapshot,
    @Nullable String parent,
    @Nullable Long takenAtMicros,
    long line,
    String location,
    SnapshotFormat format,
    @Nullable DiskHead head,
    @Nullable BackupState backupState) {

  /**
   * Reads the header of a disk file, which names its backing file and internal snapshots.
   *
   * @throws dev.varve.model.MalformedBlobException when it is not of that format
   */
  static FoundDisk of(
      DiskOpener opener, String vm, String snapshot, ByteStore.Item file, SnapshotFormat format)
      throws IOException {
    DiskHead head = format instanceof DiskFormat disk ? opener.head(file.location(), disk) : null;
    String location = LocationText.normal(file.location());
    return new FoundDisk(vm, snapshot, null, null, 0, location, format, head, null);
  }

  /** URI of its backing file, or null. */
  @Nullable String backing() {
    return head == null ? null : head.backing();
  }

  /** URIs of further files that the disk consists of. */
  List<String> dataFiles() {
    return head == null ? List.of() : head.dataFiles();
  }

  /** Its internal snapshots. */
  List<InternalSnapshot> internalSnapshots() {
    return head == null ? List.of() : head.snapshots();
  }

  FoundDisk withParent(@Nullable String name) {
    return new FoundDisk(
        vm, snapshot, name, takenAtMicros, line, location, format, head, backupState);
  }

  FoundDisk withSnapshot(String name) {
    return new FoundDisk(
        vm, name, parent, takenAtMicros, line, location, format, head, backupState);
  }

  FoundDisk withVm(String name) {
    return new FoundDisk(
        name, snapshot, parent, takenAtMicros, line, location, format, head, backupState);
  }

  /** This disk with the values of its line in a manifest. */
  FoundDisk withManifestLine(long onLine, @Nullable String after, @Nullable Long atMicros) {
    return new FoundDisk(vm, snapshot, after, atMicros, onLine, location, format, head, null);
  }

  /** This index as a backup in a datastore. */
  FoundDisk asBackup(long atMicros, @Nullable BackupState state) {
    return new FoundDisk(vm, snapshot, null, atMicros, 0, location, format, head, state);
  }
}
