package dev.varve.synthetic.disk;

import dev.varve.model.Seed;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;

/**
 * The disks of some VMs over some days, grown from a seed, as a tree {@code VM/SNAPSHOT}. All VMs
 * have the operating system in common; from day to day files change in place, data moves, logs
 * grow. Most VMs are chains of qcow2 files of various versions and cluster sizes, one with
 * compressed clusters; the last is a row of raw images. The last snapshot of the last but one VM is
 * damaged: its file ends in its middle. The same seed and size give the same bytes; compressed ones
 * are those of the zlib that the JVM uses.
 *
 * <p>Shares of zeros and of change follow <a href="https://doi.org/10.1109/TPDS.2015.2408263">Zhang
 * et al.: VM-centric snapshot deduplication for converged cloud architectures</a>.
 */
public final class SnapshotWorld {
  private static final List<String> NAMES =
      List.of("delta", "silt", "marsh", "ford", "weir", "shoal", "bank", "mouth", "spring", "lock");
  private static final int[] CLUSTER_BITS = {16, 12, 16, 14};

  private final Seed seed;
  private final SnapshotWorldSize size;
  private final Path root;
  private final List<Written> written = new ArrayList<>();

  private SnapshotWorld(Seed seed, SnapshotWorldSize size, Path root) {
    this.seed = seed;
    this.size = size;
    this.root = root;
  }

  /**
   * One snapshot.
   *
   * @param file below the root
   * @param sha256 of the whole disk, in hexadecimal digits
   * @param zeroBytes of the disk, in blocks of 4 KiB that are zero
   * @param changedBytes in blocks of 4 KiB, since the snapshot before
   * @param damaged whether the file is cut, so that this disk cannot be read
   */
  public record Written(
      String vm,
      String snapshot,
      String file,
      String sha256,
      long virtualBytes,
      long zeroBytes,
      long changedBytes,
      boolean damaged) {}

  /**
   * The written snapshots and their totals.
   *
   * @param snapshots VM by VM, oldest first
   * @param virtualBytes of all of them that can be read
   * @param fileBytes of all files
   */
  public record Summary(List<Written> snapshots, long virtualBytes, long fileBytes) {
    /** The snapshot that cannot be read. */
    public Written damaged() {
      return snapshots.stream().filter(Written::damaged).findFirst().orElseThrow();
    }
  }

  /**
   * Writes the world.
   *
   * @param root the folder for the VMs; made when absent
   */
  public static Summary write(Seed seed, SnapshotWorldSize size, Path root) throws IOException {
    return new SnapshotWorld(seed, size, root).grow();
  }

  private Summary grow() throws IOException {
    for (int vm = 0; vm < size.vms(); vm++) {
      AgingDisk disk = new AgingDisk(seed.at("system"), seed.at("vm").at(vm), size.diskBytes());
      for (int day = 0; day < size.snapshots(); day++) {
        if (day > 0) {
          disk.age(day);
        }
        add(vm, day, disk);
      }
    }
    long readable = 0;
    long fileBytes = 0;
    for (Written snapshot : written) {
      readable += snapshot.damaged() ? 0 : snapshot.virtualBytes();
      fileBytes += Files.size(root.resolve(snapshot.file()));
    }
    return new Summary(List.copyOf(written), readable, fileBytes);
  }

  private void add(int vm, int day, AgingDisk disk) throws IOException {
    boolean raw = vm == size.vms() - 1;
    boolean damaged = vm == size.vms() - 2 && day == size.snapshots() - 1;
    String name = NAMES.get(vm % NAMES.size()) + (vm < NAMES.size() ? "" : "-" + vm / NAMES.size());
    String snapshot = "day-" + day;
    String file = name + "/" + snapshot + (raw ? ".raw" : ".qcow2");
    Path path = root.resolve(file);
    Files.createDirectories(root.resolve(name));
    BitSet dirty = disk.takeDirty();
    if (raw) {
      Files.write(path, disk.bytes());
    } else {
      writeImage(path, vm, day, disk.bytes(), dirty);
    }
    if (damaged) {
      try (RandomAccessFile cut = new RandomAccessFile(path.toFile(), "rw")) {
        cut.setLength(cut.length() / 2);
      }
    }
    written.add(
        new Written(
            name,
            snapshot,
            file,
            sha256(disk.bytes()),
            size.diskBytes(),
            zeroBytes(disk.bytes()),
            (long) dirty.cardinality() * AgingDisk.BLOCK_BYTES,
            damaged));
  }

  /**
   * Writes the image of one day. Day 0 has all clusters that are not zero and no backing file;
   * later days have the changed clusters only.
   */
  private void writeImage(Path path, int vm, int day, byte[] disk, BitSet dirty)
      throws IOException {
    int version = vm % 3 == 2 ? 2 : 3;
    boolean compressed = vm % 3 == 1 && day == 0;
    Qcow2Form alone = Qcow2Form.alone(version, CLUSTER_BITS[vm % CLUSTER_BITS.length], disk.length);
    Qcow2Form form = day == 0 ? alone : alone.over("day-" + (day - 1) + ".qcow2", "qcow2");
    int step = form.clusterBytes();
    try (Qcow2Writer image = new Qcow2Writer(path, form)) {
      for (int from = 0; from < disk.length; from += step) {
        byte[] cluster = Arrays.copyOfRange(disk, from, Math.min(disk.length, from + step));
        boolean zero = isZero(cluster, 0, cluster.length);
        int firstDirty = dirty.nextSetBit(from / AgingDisk.BLOCK_BYTES);
        boolean changed =
            firstDirty >= 0 && (long) firstDirty * AgingDisk.BLOCK_BYTES < from + step;
        if (day == 0 ? zero : !changed) {
          continue;
        }
        if (zero && version == 3) {
          image.writeZeros(from / step);
        } else if (compressed) {
          image.writeCompressed(from / step, cluster);
        } else {
          image.write(from / step, cluster);
        }
      }
    }
  }

  private static long zeroBytes(byte[] disk) {
    long zeros = 0;
    for (int at = 0; at < disk.length; at += AgingDisk.BLOCK_BYTES) {
      zeros += isZero(disk, at, AgingDisk.BLOCK_BYTES) ? AgingDisk.BLOCK_BYTES : 0;
    }
    return zeros;
  }

  private static boolean isZero(byte[] bytes, int from, int length) {
    for (int at = from; at < from + length; at++) {
      if (bytes[at] != 0) {
        return false;
      }
    }
    return true;
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
  }
}
