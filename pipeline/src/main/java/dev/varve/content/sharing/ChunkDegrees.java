package dev.varve.content.sharing;

import java.util.Arrays;

/**
 * Sharing degrees of one chunk after another: its copies, and the distinct segments, snapshots and
 * VMs that contain one. Copies are sorted by VM, snapshot and segment, so comparing with the
 * previous copy shows whether an owner is new. Memory is 4 bytes a snapshot that contains the
 * chunk.
 */
public final class ChunkDegrees {
  private static final int NONE = -1;

  private long copies;
  private long segments;
  private int snapshots;
  private int[] snapshotNumbers = new int[16];
  private long vms;
  private int vm = NONE;
  private int snapshot = NONE;
  private long segment = NONE;

  /** Begins the next chunk. */
  public void start() {
    copies = 0;
    segments = 0;
    snapshots = 0;
    vms = 0;
    vm = NONE;
    snapshot = NONE;
    segment = NONE;
  }

  /**
   * Adds a copy of the chunk.
   *
   * @param newVm number of the VM, from 0
   * @param newSnapshot number of the snapshot over all VMs, from 0
   * @param newSegment number of the segment within its snapshot, from 0
   */
  public void add(int newVm, int newSnapshot, long newSegment) {
    copies++;
    if (newSnapshot != snapshot) {
      if (newSnapshot < snapshot || newVm < vm) {
        throw new IllegalArgumentException("snapshot " + newSnapshot + " after " + snapshot);
      }
      addSnapshot(newSnapshot);
      segments++;
      if (newVm != vm) {
        vms++;
      }
    } else if (newSegment != segment) {
      if (newSegment < segment) {
        throw new IllegalArgumentException("segment " + newSegment + " after " + segment);
      }
      segments++;
    }
    vm = newVm;
    snapshot = newSnapshot;
    segment = newSegment;
  }

  private void addSnapshot(int next) {
    if (snapshots == snapshotNumbers.length) {
      snapshotNumbers = Arrays.copyOf(snapshotNumbers, Math.multiplyExact(snapshots, 2));
    }
    snapshotNumbers[snapshots++] = next;
  }

  /** Number of copies; repeated copies within a segment count. */
  public long copies() {
    return copies;
  }

  /** Distinct segments. */
  public long segments() {
    return segments;
  }

  /** Distinct snapshots. */
  public long snapshots() {
    return snapshots;
  }

  /** Numbers of the distinct snapshots, ascending. */
  public int[] snapshotsInOrder() {
    return Arrays.copyOf(snapshotNumbers, snapshots);
  }

  /** Distinct VMs. */
  public long vms() {
    return vms;
  }
}
