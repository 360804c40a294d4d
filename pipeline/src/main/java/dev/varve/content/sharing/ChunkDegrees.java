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
  private int[] containing = new int[16];
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
   * @param ofVm number of the VM, from 0
   * @param ofSnapshot number of the snapshot over all VMs, from 0
   * @param inSegment number of the segment within its snapshot, from 0
   */
  public void add(int ofVm, int ofSnapshot, long inSegment) {
    copies++;
    if (ofSnapshot != snapshot) {
      if (ofSnapshot < snapshot || ofVm < vm) {
        throw new IllegalArgumentException("snapshot " + ofSnapshot + " after " + snapshot);
      }
      addSnapshot(ofSnapshot);
      segments++;
      if (ofVm != vm) {
        vms++;
      }
    } else if (inSegment != segment) {
      if (inSegment < segment) {
        throw new IllegalArgumentException("segment " + inSegment + " after " + segment);
      }
      segments++;
    }
    vm = ofVm;
    snapshot = ofSnapshot;
    segment = inSegment;
  }

  private void addSnapshot(int next) {
    if (snapshots == containing.length) {
      containing = Arrays.copyOf(containing, Math.multiplyExact(snapshots, 2));
    }
    containing[snapshots++] = next;
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
    return Arrays.copyOf(containing, snapshots);
  }

  /** Distinct VMs. */
  public long vms() {
    return vms;
  }
}
