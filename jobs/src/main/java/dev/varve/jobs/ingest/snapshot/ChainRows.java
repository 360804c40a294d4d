package dev.varve.jobs.ingest.snapshot;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.FileTables;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.simulation.chain.ChainMap;
import dev.varve.simulation.chain.ChainRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Produces the rows of a chain's files and of its map one at a time, because a map may exceed
 * memory.
 */
final class ChainRows {
  private final SnapshotImage image;
  private final ChainMap map;
  private final List<String> names = new ArrayList<>();
  private int nextFile;

  /** The rows of an open disk, which the caller closes. */
  ChainRows(SnapshotImage image, Disk disk) {
    this.image = image;
    map = new ChainMap(disk);
    for (Disk file : map.files()) {
      names.add(file.location().replaceFirst(".*/", ""));
    }
  }

  /** The next row of {@code chain_file}, then of {@code chain_map}; null at the end. */
  @Nullable Record next() throws IOException {
    if (nextFile < names.size()) {
      return fileRow(nextFile++);
    }
    ChainRun run = map.next();
    if (run == null) {
      return null;
    }
    boolean isInFile = run.depth() != ChainRun.NO_FILE;
    return new MapRow(
        image.vm(),
        image.snapshot(),
        run.offset(),
        run.bytes(),
        isInFile ? (Integer) run.depth() : null,
        isInFile ? names.get(run.depth()) : null,
        run.state().label());
  }

  private FileRow fileRow(int depth) throws IOException {
    Disk file = map.files().get(depth);
    FileTables tables = file.tables();
    boolean hasNoTables = tables.clusterBytes() == 0;
    return new FileRow(
        image.vm(),
        image.snapshot(),
        depth,
        names.get(depth),
        file.location(),
        file.virtualBytes(),
        hasNoTables ? null : (Integer) tables.clusterBytes(),
        hasNoTables ? null : (Integer) tables.entryBytes(),
        hasNoTables ? null : (Long) tables.l1Bytes(),
        hasNoTables ? null : (Integer) tables.present().cardinality(),
        hasNoTables ? null : tables.present().toByteArray());
  }

  /**
   * A row of {@code chain_map}.
   *
   * @param guestOffset first byte, from the disk's start
   * @param bytes length of the run
   * @param depth the file that has it: 0 the topmost, 1 its backing file, and so on; null when no
   *     file has it
   * @param file name of that file, without its folder; null likewise
   * @param state data, compressed, zero or unallocated, which reads as zeros
   */
  record MapRow(
      String vm,
      String snapshot,
      long guestOffset,
      long bytes,
      @Nullable Integer depth,
      @Nullable String file,
      String state) {}

  /**
   * A row of {@code chain_file}.
   *
   * @param depth 0 the topmost, 1 its backing file, and so on
   * @param file its name, without its folder
   * @param location where it was read
   * @param virtualBytes length of the disk as this file has it
   * @param clusterBytes null of all formats but qcow2, as are the others
   * @param entryBytes of an L2 entry: 8, or 16 with subclusters
   * @param l1Bytes of the table of L2 tables
   * @param l2Tables L2 tables that there are, of a cluster each
   * @param tables which of them: table i is bit {@code i % 8} of byte {@code i / 8}
   */
  @SuppressWarnings("ArrayRecordComponent") // a row, never compared
  record FileRow(
      String vm,
      String snapshot,
      int depth,
      String file,
      String location,
      long virtualBytes,
      @Nullable Integer clusterBytes,
      @Nullable Integer entryBytes,
      @Nullable Long l1Bytes,
      @Nullable Integer l2Tables,
      byte @Nullable [] tables) {}
}
