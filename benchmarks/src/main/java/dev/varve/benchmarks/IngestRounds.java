package dev.varve.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.Reporter;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.ingest.registry.IngestRegistry;
import dev.varve.jobs.ingest.registry.RegistrySettings;
import dev.varve.jobs.ingest.snapshot.IngestSnapshots;
import dev.varve.jobs.ingest.snapshot.SnapshotSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The whole ingest, several times in one process, so that later rounds are the steady state. A line
 * a round: number, wall seconds, CPU seconds of the process (planning, collector and compiler
 * included), bytes of tar or of disks.
 */
public final class IngestRounds {
  private IngestRounds() {}

  /**
   * Arguments: {@code registry} or {@code snapshots}, INPUT, ROUNDS, then settings as {@code
   * key=value}.
   */
  public static void main(String[] arguments) throws IOException {
    List<String> all = Arrays.asList(arguments);
    SettingReader settings = SettingReader.of(null, null, all.subList(3, all.size()));
    IngestRegistry registry = new IngestRegistry(RegistrySettings.read(settings));
    IngestSnapshots snapshots = new IngestSnapshots(SnapshotSettings.read(settings));
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    try (Runs runs = Runs.open("benchmark", settings, new Silent())) {
      for (int round = 0; round < Integer.parseInt(all.get(2)); round++) {
        Path warehouse = Files.createTempDirectory("varve-rounds");
        long cpu = system.getProcessCpuTime();
        long wall = System.nanoTime();
        List<String> inputs = List.of(all.get(1));
        RunSummary summary =
            all.get(0).equals("snapshots")
                ? snapshots.run(runs, inputs, warehouse.toString())
                : registry.run(runs, inputs, warehouse.toString());
        System.out.printf(
            Locale.ROOT,
            "%d %.3f %.3f %d%n",
            round,
            (System.nanoTime() - wall) / 1e9,
            (system.getProcessCpuTime() - cpu) / 1e9,
            summary.count("archive_bytes") + summary.count("virtual_bytes"));
        delete(warehouse);
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
  }

  private static final class Silent implements Reporter {
    @Override
    public void note(String line) {}

    @Override
    public Phase phase(String title, long totalBytes, LongSupplier doneBytes) {
      return () -> {};
    }
  }
}
