package dev.varve.benchmarks;

import dev.varve.benchmarks.population.DiskPopulation;
import dev.varve.model.Segment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the tables that hold disks, for a range of VMs, sorted as an ingest sorts them. Disks are
 * chains of qcow2 files, with clusters of 64 KiB.
 */
final class DiskParts {
  private static final int CLUSTER_BYTES = 1 << 16;
  private static final int ENTRY_BYTES = 8;
  private static final int SEGMENTS_OF_A_TABLE =
      CLUSTER_BYTES / ENTRY_BYTES * CLUSTER_BYTES / Segment.BYTES;

  private final DiskPopulation disks;
  private final String runId;
  private final long seen;

  /**
   * @param seen when the run began, in microseconds
   */
  DiskParts(DiskPopulation disks, String runId, long seen) {
    this.disks = disks;
    this.runId = runId;
    this.seen = seen;
  }

  /** A snapshot of a VM. */
  private record Place(long vm, int snapshot) {}

  /** The rows of a table for a range of the VMs. */
  Iterator<@Nullable Object[]> rows(String table, Parts part) {
    if (table.equals("vm")) {
      return part.of(
          disks.vms(), vm -> DiskRows.VMS.row(new DiskRows.VmRow(disks.name(vm), runId)));
    }
    Iterator<Place> places =
        Parts.each(
            part.of(disks.vms(), vm -> vm),
            vm ->
                IntStream.range(0, DiskPopulation.SNAPSHOTS)
                    .mapToObj(snapshot -> new Place(vm, snapshot))
                    .iterator());
    return Parts.each(places, place -> rows(table, place));
  }

  private Iterator<@Nullable Object[]> rows(String table, Place of) {
    return switch (table) {
      case "segment" -> segments(of).map(segment -> row(of, segment)).iterator();
      case "segment_recipe" ->
          segments(of)
              .filter(segment -> segment.recipe().chunks() > 0)
              .map(
                  segment ->
                      DiskRows.RECIPES.row(
                          new DiskRows.RecipeRow(
                              vm(of), name(of), segment.position(), segment.recipe())))
              .iterator();
      case "snapshot" -> Collections.singleton(snapshot(of)).iterator();
      case "chain_file" -> of.snapshot() == 0 ? Collections.emptyIterator() : files(of);
      case "chain_map" -> of.snapshot() == 0 ? Collections.emptyIterator() : map(of);
      default -> throw new IllegalArgumentException(table);
    };
  }

  private String vm(Place of) {
    return disks.name(of.vm());
  }

  private String name(Place of) {
    return disks.snapshot(of.snapshot());
  }

  private Stream<Segment> segments(Place of) {
    return IntStream.range(0, disks.segments(of.vm()))
        .mapToObj(position -> disks.segment(of.vm(), of.snapshot(), position));
  }

  private @Nullable Object[] row(Place of, Segment segment) {
    Boolean dirty =
        of.snapshot() == 0
            ? null
            : (Boolean) disks.isDirty(of.vm(), of.snapshot(), (int) segment.position());
    return DiskRows.SEGMENTS.row(new DiskRows.SegmentRow(vm(of), name(of), segment, dirty));
  }

  private @Nullable Object[] snapshot(Place of) {
    int segments = disks.segments(of.vm());
    long[] chunks = new long[1];
    long[] zeroBytes = new long[1];
    segments(of)
        .forEach(
            segment -> {
              chunks[0] += segment.recipe().chunks();
              zeroBytes[0] += segment.zeroBytes();
            });
    return DiskRows.SNAPSHOTS.row(
        new DiskRows.SnapshotRow(
            vm(of),
            name(of),
            of.snapshot(),
            of.snapshot() == 0 ? null : disks.snapshot(of.snapshot() - 1),
            disks.takenAtMicros(of.snapshot()),
            "qcow2",
            (long) segments * Segment.BYTES,
            (long) held(of).cardinality() * Segment.BYTES,
            segments,
            chunks[0],
            zeroBytes[0],
            location(of, of.snapshot()),
            runId,
            seen,
            null,
            (long) held(of).cardinality() * Segment.BYTES,
            null,
            null));
  }

  /** The segments that the file of a snapshot holds. */
  private BitSet held(Place of) {
    BitSet held = new BitSet();
    for (int position = 0; position < disks.segments(of.vm()); position++) {
      held.set(
          position,
          of.snapshot() == 0
              ? !disks.isZero(of.vm(), position)
              : disks.isDirty(of.vm(), of.snapshot(), position));
    }
    return held;
  }

  private String location(Place of, int snapshot) {
    return "file:/population/" + vm(of) + "/" + disks.snapshot(snapshot) + ".qcow2";
  }

  private Iterator<@Nullable Object[]> files(Place of) {
    int segments = disks.segments(of.vm());
    long l2Tables = (segments - 1) / SEGMENTS_OF_A_TABLE + 1L;
    return IntStream.rangeClosed(0, of.snapshot())
        .mapToObj(
            depth -> {
              int snapshot = of.snapshot() - depth;
              BitSet tables = new BitSet();
              held(new Place(of.vm(), snapshot)).stream()
                  .forEach(position -> tables.set(position / SEGMENTS_OF_A_TABLE));
              return DiskRows.FILES.row(
                  new DiskRows.FileRow(
                      vm(of),
                      name(of),
                      depth,
                      disks.snapshot(snapshot) + ".qcow2",
                      location(of, snapshot),
                      (long) segments * Segment.BYTES,
                      CLUSTER_BYTES,
                      ENTRY_BYTES,
                      l2Tables * Long.BYTES,
                      tables.cardinality(),
                      tables.toByteArray()));
            })
        .iterator();
  }

  private Iterator<@Nullable Object[]> map(Place of) {
    List<@Nullable Object[]> runs = new ArrayList<>();
    int segments = disks.segments(of.vm());
    int start = 0;
    for (int end = 1; end <= segments; end++) {
      int owner = disks.owner(of.vm(), of.snapshot(), start);
      if (end == segments || disks.owner(of.vm(), of.snapshot(), end) != owner) {
        runs.add(
            DiskRows.MAPS.row(
                new DiskRows.MapRow(
                    vm(of),
                    name(of),
                    (long) start * Segment.BYTES,
                    (long) (end - start) * Segment.BYTES,
                    owner < 0 ? null : (Integer) (of.snapshot() - owner),
                    owner < 0 ? null : disks.snapshot(owner) + ".qcow2",
                    owner < 0 ? "unallocated" : "data")));
        start = end;
      }
    }
    return runs.iterator();
  }
}
