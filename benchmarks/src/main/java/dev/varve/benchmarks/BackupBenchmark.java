package dev.varve.benchmarks;

import dev.varve.content.matching.PopularData;
import dev.varve.simulation.backup.BackupOutput;
import dev.varve.simulation.backup.BackupRules;
import dev.varve.simulation.backup.BackupTally;
import dev.varve.simulation.backup.FleetBackup;
import dev.varve.simulation.backup.LeftoverCounts;
import dev.varve.simulation.backup.PopularStore;
import dev.varve.simulation.backup.SegmentReferences;
import dev.varve.simulation.backup.SnapshotBackup;
import dev.varve.simulation.backup.SrbBin;
import dev.varve.simulation.backup.SrbRouting;
import dev.varve.simulation.backup.Volume;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * The folds of {@code simulate backup} over a fleet that is generated while it is read: 25 VMs of
 * 10 snapshots of 800 segments of 512 chunks, 102 million references. Run on one core with little
 * heap:
 *
 * <pre>
 * taskset -c 0 java -Xmx128m -cp benchmarks/target/benchmarks.jar \
 *     dev.varve.benchmarks.BackupBenchmark [VMS [SNAPSHOTS [SEGMENTS]]]
 * </pre>
 *
 * <p>It passes with 48 MB of heap, also as one VM of 2,500 snapshots of 80 segments: memory is
 * bounded by the parent snapshot. One VM of 20,000 segments needs 384 MB, including its generated
 * disk.
 */
public final class BackupBenchmark {
  private static final int MACHINES = 100;

  private BackupBenchmark() {}

  /** Prints a line a pass: seconds on the clock and of CPU (collection apart), what was counted. */
  public static void main(String[] arguments) {
    int vms = number(arguments, 0, 25);
    int snapshots = number(arguments, 1, 10);
    int segments = number(arguments, 2, 800);
    Supplier<Iterator<SegmentReferences>> fleet = () -> BackupFleet.of(vms, snapshots, segments);
    long[] references = new long[1];
    pass("made only", references, () -> made(fleet.get(), references));
    pass("first pass", references, () -> firstPass(fleet.get()));
    PopularStore popular = popular();
    pass("second pass", references, () -> secondPass(fleet.get(), popular));
    pass("one bin of SRB", references, () -> bin(fleet.get()));
  }

  private static String made(Iterator<SegmentReferences> fleet, long[] references) {
    Volume raw = Volume.NONE;
    while (fleet.hasNext()) {
      raw = raw.plus(fleet.next().data());
    }
    references[0] = raw.chunks();
    return raw.toString();
  }

  private static String firstPass(Iterator<SegmentReferences> fleet) {
    long[] counts = new long[1];
    LeftoverCounts leftovers = new LeftoverCounts(1 << 18, (key, bytes, copies) -> counts[0]++);
    BackupTally tally =
        FleetBackup.run(fleet, BackupRules.published(), PopularStore.empty(), leftovers);
    leftovers.flush();
    return "after level 1 %d, after level 2 %d chunks, in %d counts"
        .formatted(tally.afterVersion().chunks(), tally.afterSimilarity().chunks(), counts[0]);
  }

  private static String secondPass(Iterator<SegmentReferences> fleet, PopularStore popular) {
    long[] edges = new long[1];
    BackupOutput output =
        new BackupOutput() {
          @Override
          public void snapshot(SnapshotBackup snapshot) {
            edges[0] += snapshot.privateBlocks().length + snapshot.popularBlocks().length;
          }
        };
    BackupTally tally = FleetBackup.run(fleet, BackupRules.published(), popular, output);
    return "written %d, popular %d chunks, %d edges to blocks"
        .formatted(tally.written().chunks(), tally.popular().chunks(), edges[0]);
  }

  private static String bin(Iterator<SegmentReferences> fleet) {
    SrbRouting routing = new SrbRouting(MACHINES);
    SrbBin bin = new SrbBin(0, BackupRules.published().blockBytes(), snapshot -> {});
    while (fleet.hasNext()) {
      SegmentReferences segment = fleet.next();
      if (routing.bin(segment.minHash()) == 0) {
        bin.add(segment);
      }
    }
    bin.finish();
    return bin.chunks() + " distinct chunks";
  }

  /** The shared chunks as popular data. */
  private static PopularStore popular() {
    long[] keys = BackupFleet.stock();
    int[] bytes = new int[keys.length];
    Arrays.fill(bytes, BackupFleet.CHUNK_BYTES);
    return new PopularStore(new PopularData(keys, bytes), BackupRules.published().blockBytes());
  }

  private static void pass(String name, long[] references, Supplier<String> work) {
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long start = System.nanoTime();
    long cpuStart = clock.getCurrentThreadCpuTime();
    String found = work.get();
    double cpuSeconds = (clock.getCurrentThreadCpuTime() - cpuStart) / 1e9;
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.println(
        String.format(
            Locale.ROOT,
            "%-14s %5.1f s, %5.1f s of CPU, %5.1f million references a CPU second: %s",
            name,
            seconds,
            cpuSeconds,
            references[0] / cpuSeconds / 1e6,
            found));
  }

  private static int number(String[] arguments, int at, int otherwise) {
    return at < arguments.length ? Integer.parseInt(arguments[at]) : otherwise;
  }
}
