package dev.varve.input.disk;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/**
 * An open file of a chain whose backing disk is not open yet. Files are opened downwards in a loop
 * and stacked upwards afterwards, so that a long chain needs no deep recursion.
 *
 * @param files open files, closed when opening the chain fails
 * @param below the file below, or null
 */
record DiskLayer(Closeable files, @Nullable BackingName below, Stacking stacking) {

  /** Makes the disk of a file from the disk below it, which is null when there is none. */
  interface Stacking {
    Disk on(@Nullable Disk below);
  }

  /** A disk that needs no other. */
  static DiskLayer standalone(Disk disk) {
    return new DiskLayer(disk, null, below -> disk);
  }

  /** The only state of a file with tables. */
  static DiskLayer overBacking(@Nullable BackingName below, BlockTables tables) {
    return overBacking(below, new BlockMap(tables, null));
  }

  static DiskLayer overBacking(@Nullable BackingName below, BlockMap map) {
    return new DiskLayer(map.tables(), below, disk -> new BlockDisk(map, disk));
  }
}
