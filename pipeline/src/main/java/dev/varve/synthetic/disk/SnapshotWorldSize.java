package dev.varve.synthetic.disk;

/**
 * Size of a {@link SnapshotWorld}.
 *
 * @param vms at least 3; the last has raw images
 * @param snapshots of each VM, its first included
 * @param diskBytes length of every disk, a multiple of 1 MiB
 */
public record SnapshotWorldSize(int vms, int snapshots, int diskBytes) {
  private static final int STEP = 1 << 20;

  /**
   * @throws IllegalArgumentException when there is too little to show what the world shows
   */
  public SnapshotWorldSize {
    if (vms < 3 || snapshots < 2 || diskBytes < 4 * STEP || diskBytes % STEP != 0) {
      throw new IllegalArgumentException(
          "a world of snapshots has 3 VMs, 2 snapshots each, and disks of whole MiB from 4 on");
    }
  }

  /** 5 VMs of 3 snapshots, disks of 12 MiB: 180 MiB to be read, made in seconds. */
  public static SnapshotWorldSize demo() {
    return new SnapshotWorldSize(5, 3, 12 * STEP);
  }

  /** For tests: every kind of image, 36 MiB to be read. */
  public static SnapshotWorldSize small() {
    return new SnapshotWorldSize(3, 3, 4 * STEP);
  }
}
