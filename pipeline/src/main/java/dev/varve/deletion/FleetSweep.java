package dev.varve.deletion;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What it costs to delete the first snapshot of every VM of a fleet that shares one store, by mark
 * and sweep: once over everything, and group after group of VMs, whose marks are kept. It works on
 * any part of the chunks that is cut by their keys; the costs of parts add up.
 *
 * @see MarkAndSweep
 */
public final class FleetSweep {
  private final int groups;
  private final Map<String, Integer> snapshotsOfVms;
  private final ReferenceList all = new ReferenceList();
  private final List<Map<String, ReferenceList>> deleted = new ArrayList<>();
  private final List<Map<String, ReferenceList>> live = new ArrayList<>();

  /**
   * A fleet of which nothing has come.
   *
   * @param groups of VMs; one deletes after the other
   * @param snapshotsOfVms how many snapshots each VM has: the first of two or more is deleted
   */
  public FleetSweep(int groups, Map<String, Integer> snapshotsOfVms) {
    this.groups = groups;
    this.snapshotsOfVms = snapshotsOfVms;
    for (int group = 0; group < groups; group++) {
      deleted.add(new TreeMap<>());
      live.add(new TreeMap<>());
    }
  }

  /**
   * Some chunks of one snapshot.
   *
   * @param snapshot number of the snapshot in its VM's order, from 0
   */
  public record Piece(String vm, int snapshot, ChunkReferences references)
      implements Serializable {}

  /**
   * What sweeps cost.
   *
   * @param references read to mark
   * @param memoryBytes of all marks after the last sweep
   * @param nanos time of marking and of sweeping
   */
  public record Cost(long references, long freedBytes, long memoryBytes, long nanos)
      implements Serializable {
    /** Nothing done. */
    public static final Cost NONE = new Cost(0, 0, 0, 0);

    /** A further sweep over the same chunks, whose marks take the place of those before. */
    Cost then(MarkAndSweep.Sweep sweep) {
      return new Cost(
          references + sweep.references(),
          freedBytes + sweep.freedBytes(),
          sweep.memoryBytes(),
          nanos + sweep.nanos());
    }

    /** The cost of another part of the chunks besides. */
    public Cost plus(Cost other) {
      return new Cost(
          references + other.references,
          freedBytes + other.freedBytes,
          memoryBytes + other.memoryBytes,
          nanos + other.nanos);
    }
  }

  /**
   * Both ways.
   *
   * @param whole one mark and sweep of everything
   * @param grouped as many sweeps as there are groups, each after one group was marked anew
   */
  public record Costs(Cost whole, Cost grouped) implements Serializable {
    /** Nothing done. */
    public static final Costs NONE = new Costs(Cost.NONE, Cost.NONE);

    /** The costs of another part of the chunks besides. */
    public Costs plus(Costs other) {
      return new Costs(whole.plus(other.whole), grouped.plus(other.grouped));
    }
  }

  /** Takes chunks of a snapshot; they come in any order, and in any number of pieces. */
  public void add(Piece piece) {
    int group = Math.floorMod(piece.vm().hashCode(), groups);
    String snapshot = piece.vm() + "\0" + piece.snapshot();
    boolean goes = piece.snapshot() == 0 && snapshotsOfVms.getOrDefault(piece.vm(), 0) > 1;
    (goes ? deleted : live)
        .get(group)
        .computeIfAbsent(snapshot, name -> new ReferenceList())
        .addAll(piece.references());
    all.addAll(piece.references());
  }

  /** Sweeps all that has come, both ways. */
  public Costs costs() {
    ChunkReferences stored = all.references();
    List<List<ChunkReferences>> kept = live.stream().map(FleetSweep::lists).toList();
    return new Costs(whole(stored, kept), grouped(stored, kept));
  }

  private static Cost whole(ChunkReferences stored, List<List<ChunkReferences>> kept) {
    MarkAndSweep marks = new MarkAndSweep(1);
    marks.mark(0, kept.stream().flatMap(List::stream).toList());
    return Cost.NONE.then(marks.sweep(stored, everything(stored)));
  }

  private Cost grouped(ChunkReferences stored, List<List<ChunkReferences>> kept) {
    MarkAndSweep marks = new MarkAndSweep(groups);
    for (int group = 0; group < groups; group++) {
      List<ChunkReferences> both = new ArrayList<>(kept.get(group));
      both.addAll(lists(deleted.get(group)));
      marks.mark(group, both);
    }
    BitSet held = everything(stored);
    marks.sweep(stored, held); // what marks were there before is no part of the cost
    Cost cost = Cost.NONE;
    for (int group = 0; group < groups; group++) {
      marks.mark(group, kept.get(group));
      cost = cost.then(marks.sweep(stored, held));
    }
    return cost;
  }

  private static List<ChunkReferences> lists(Map<String, ReferenceList> snapshots) {
    return snapshots.values().stream().map(ReferenceList::references).toList();
  }

  private static BitSet everything(ChunkReferences stored) {
    BitSet held = new BitSet(stored.chunks());
    held.set(0, stored.chunks());
    return held;
  }
}
