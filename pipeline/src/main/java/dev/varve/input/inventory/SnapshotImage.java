package dev.varve.input.inventory;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.DiskHead;
import dev.varve.input.disk.DiskOpener;
import dev.varve.input.disk.FileState;
import dev.varve.input.disk.PackedDisk;
import dev.varve.input.trace.ChunkTrace;
import dev.varve.input.trace.TraceFormat;
import dev.varve.model.BackupState;
import dev.varve.model.ByteStore;
import dev.varve.model.SnapshotFormat;
import java.io.IOException;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot to be read, as a plan lists it.
 *
 * @param vm name of the VM
 * @param snapshot its name, unique in its VM
 * @param position order in its VM, from 0
 * @param parent name of the snapshot that it is compared with, or null
 * @param takenAtMicros since the epoch, or null when unknown
 * @param location URI of its file
 * @param internalSnapshot id of the snapshot inside of the file, or null for the active state
 * @param backupState state of a backup that is protected or unfinished; otherwise null
 * @param versionOf name in the plan, where the snapshot is a later reading of a disk that has
 *     changed; otherwise null
 * @param state of its files before they are read; null until its headers are read, and of disks
 *     inside of images
 */
public record SnapshotImage(
    String vm,
    String snapshot,
    int position,
    @Nullable String parent,
    @Nullable Long takenAtMicros,
    String location,
    SnapshotFormat format,
    @Nullable String internalSnapshot,
    @Nullable BackupState backupState,
    @Nullable String versionOf,
    @Nullable FileState state)
    implements Serializable {
  /** A snapshot that is no backup in a datastore. */
  public SnapshotImage(
      String vm,
      String snapshot,
      int position,
      @Nullable String parent,
      @Nullable Long takenAtMicros,
      String location,
      SnapshotFormat format,
      @Nullable String internalSnapshot) {
    this(
        vm,
        snapshot,
        position,
        parent,
        takenAtMicros,
        location,
        format,
        internalSnapshot,
        null,
        null,
        null);
  }

  /** This snapshot at another place of its VM. */
  public SnapshotImage withPosition(int newPosition, @Nullable String newParent) {
    return new SnapshotImage(
        vm,
        snapshot,
        newPosition,
        newParent,
        takenAtMicros,
        location,
        format,
        internalSnapshot,
        backupState,
        versionOf,
        state);
  }

  /** This snapshot with the state of its files. */
  public SnapshotImage withState(FileState newState) {
    return new SnapshotImage(
        vm,
        snapshot,
        position,
        parent,
        takenAtMicros,
        location,
        format,
        internalSnapshot,
        backupState,
        versionOf,
        newState);
  }

  /** A later reading of this snapshot, which has a name of its own. */
  public SnapshotImage asVersion(
      String newName, int newPosition, @Nullable String newParent, @Nullable Long atMicros) {
    return new SnapshotImage(
        vm,
        newName,
        newPosition,
        newParent,
        atMicros,
        location,
        format,
        internalSnapshot,
        backupState,
        planName(),
        state);
  }

  /** Its name in the plan, whatever reading it is. */
  public String planName() {
    return versionOf == null ? snapshot : versionOf;
  }

  /**
   * The location of its file for messages; the id of an internal snapshot follows behind a {@code
   * #}.
   */
  public String source() {
    return internalSnapshot == null ? location : location + "#" + internalSnapshot;
  }

  /**
   * A place of this snapshot or of an earlier reading, without the id of an internal snapshot,
   * which changes when the snapshot is made again.
   */
  public String fileAt(String place) {
    return internalSnapshot == null ? place : place.replaceFirst("#[^#/]*$", "");
  }

  /**
   * Opens the disk with its backing chain.
   *
   * @throws dev.varve.model.MalformedBlobException when a file of the chain cannot be used
   * @throws IllegalArgumentException when this is a trace
   */
  public Disk disk(DiskOpener opener) throws IOException {
    if (format instanceof PackedDisk packed) {
      return opener.open(packed);
    }
    return opener.open(location, diskFormat(), internalSnapshot);
  }

  /** The state of the files of this open disk; throws as {@link #disk} does. */
  public FileState state(DiskOpener opener, Disk disk) throws IOException {
    return opener.stateOfChain(disk, diskFormat(), internalSnapshot);
  }

  /** The header of the file itself; throws as {@link #disk} does. */
  public DiskHead head(DiskOpener opener) throws IOException {
    return opener.head(location, diskFormat());
  }

  /**
   * Bytes that its own files take where they are stored, without its backing files: 0 of an
   * internal snapshot, whose file counts with its active state. Of a disk inside of an image the
   * length of its file. Null of a trace, whose chunks are stored elsewhere.
   */
  public @Nullable Long fileBytes(DiskOpener opener) throws IOException {
    if (format instanceof PackedDisk packed) {
      return packed.fileBytes();
    }
    if (format.isTrace()) {
      return null;
    }
    return internalSnapshot == null ? opener.fileBytes(location, diskFormat()) : 0;
  }

  /**
   * Opens the trace.
   *
   * @throws dev.varve.model.MalformedBlobException when there is no such file
   * @throws IllegalArgumentException when this is a disk
   */
  public ChunkTrace trace(ByteStore store) throws IOException {
    if (format instanceof TraceFormat listed) {
      return ChunkTrace.open(store, location, listed);
    }
    throw new IllegalArgumentException(format.label() + " is no trace");
  }

  private DiskFormat diskFormat() {
    if (format instanceof DiskFormat disk) {
      return disk;
    }
    throw new IllegalArgumentException("a " + format.label() + " has no bytes to read");
  }
}
