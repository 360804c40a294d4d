package dev.varve.benchmarks;

import dev.varve.content.matching.ChunkKey;
import dev.varve.model.Seed;
import dev.varve.simulation.backup.DirtyBit;
import dev.varve.simulation.backup.SegmentReferences;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * VMs whose snapshots change about as the published fleet's do: a quarter of the segments, in part
 * of their chunks or by moving. A tenth of all new chunks come from a pool that all VMs share.
 */
final class BackupFleet {
  static final int CHUNK_BYTES = 4096;
  private static final int CHUNKS = 512;
  private static final int STOCK = 200_000;
  private static final int[] ENDS =
      IntStream.rangeClosed(1, CHUNKS).map(chunk -> chunk * CHUNK_BYTES).toArray();
  private static final boolean[] ZEROS = new boolean[CHUNKS];

  private final String name;
  private final RandomGenerator random;
  private final long[][] disk;
  private long next;

  private BackupFleet(int vm, int segments) {
    name = "vm" + vm;
    random = new Seed(4).at(name).random();
    next = (vm + 1L) << 40;
    disk = new long[segments][CHUNKS];
    for (long[] segment : disk) {
      for (int i = 0; i < CHUNKS; i++) {
        segment[i] = chunk();
      }
    }
  }

  /** The segments of all VMs in order, made one by one; the disk of one VM is all that is held. */
  static Iterator<SegmentReferences> of(int vms, int snapshots, int segments) {
    return new Iterator<>() {
      private BackupFleet vm = new BackupFleet(0, segments);
      private long made;

      @Override
      public boolean hasNext() {
        return made < (long) vms * snapshots * segments;
      }

      @Override
      public SegmentReferences next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        int position = (int) (made % segments);
        long snapshot = made / segments;
        if (position == 0 && made > 0) {
          if (snapshot % snapshots == 0) {
            vm = new BackupFleet((int) (snapshot / snapshots), segments);
          } else {
            vm.change();
          }
        }
        made++;
        return vm.segment((int) (snapshot % snapshots), position);
      }
    };
  }

  /** Keys of the shared chunks. */
  static long[] stock() {
    return IntStream.range(0, STOCK).mapToLong(ChunkKey::spread).toArray();
  }

  private void change() {
    for (int at = 0; at < disk.length; at++) {
      int fate = random.nextInt(100);
      if (fate < 18) {
        for (int step = 0; step < CHUNKS / 2; step++) {
          disk[at][random.nextInt(CHUNKS)] = chunk();
        }
      } else if (fate < 21) {
        int other = random.nextInt(disk.length);
        long[] moved = disk[at];
        disk[at] = disk[other];
        disk[other] = moved;
      }
    }
  }

  private long chunk() {
    return ChunkKey.spread(random.nextInt(10) == 0 ? random.nextInt(STOCK) : next++);
  }

  /** A copy with its own arrays, like a row that was read. */
  private SegmentReferences segment(int snapshot, int position) {
    long[] keys = disk[position].clone();
    long minHash = keys[0];
    long checksum = 0;
    for (long key : keys) {
      checksum = 31 * checksum + key;
      minHash = Long.compareUnsigned(key, minHash) < 0 ? key : minHash;
    }
    return new SegmentReferences(
        name,
        snapshot,
        snapshot - 1,
        snapshot + 1,
        position,
        CHUNKS * CHUNK_BYTES,
        checksum,
        minHash,
        keys,
        ENDS,
        ZEROS,
        DirtyBit.UNKNOWN);
  }
}
