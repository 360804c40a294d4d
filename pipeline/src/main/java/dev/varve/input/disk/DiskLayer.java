package dev.varve.input.disk;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/**
 * A file of a chain that is open, before the disk below it is. So a long chain takes no deep stack.
 *
 * @param files what is open
 * @param below the file below, or null
 */
record DiskLayer(Closeable files, @Nullable BackingName below, Stacking stacking) {

  /** Makes the disk of a file of the disk below it; null where it stands alone. */
  interface Stacking {
    Disk on(@Nullable Disk below);
  }

  /** A disk that needs no other. */
  static DiskLayer alone(Disk disk) {
    return new DiskLayer(disk, null, below -> disk);
  }

  /** The only state of a file with tables. */
  static DiskLayer over(@Nullable BackingName below, BlockTables tables) {
    return over(below, new BlockMap(tables, null));
  }

  static DiskLayer over(@Nullable BackingName below, BlockMap map) {
    return new DiskLayer(map.tables(), below, disk -> new BlockDisk(map, disk));
  }
}
