package dev.varve.jobs.engine.run;

import static dev.varve.jobs.engine.run.Terminal.varve;

import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.model.Seed;
import dev.varve.synthetic.disk.SnapshotWorld;
import dev.varve.synthetic.disk.SnapshotWorldSize;
import dev.varve.synthetic.registry.RegistryWorld;
import dev.varve.synthetic.registry.WorldSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A registry and disks from one seed, and a warehouse of both at each stage of an analysis. The
 * warehouses are made once a build, by the process that first asks for them. All are only read; who
 * writes takes a {@link #copy}.
 */
public final class SmallWorld {
  /** Availability over a grid of machines' failures, but for the warehouse. */
  public static final String AVAILABILITY =
      "simulate availability --machines 10 --failed 2,3,4 --replicas 2,rs-2-1 --popular-replicas 3"
          + " --trials 1000 --placement uniform,rack-aware"
          + " --correlation exactly,racks,rack-plus,independent --fail-probability 0.2"
          + " --set simulation.machines-per-rack=3 --set backup.block-bytes=65536";

  /** Deletion in two orders and with two rules, but for the warehouse. */
  public static final String DELETION =
      "simulate deletion --order oldest-first,random --false-positive-ratio 0.3"
          + " --repair never,cautious --most-leaked-ratio 0.02 --set backup.sigma=0";

  /** Durability of few machines, but for the warehouse. */
  public static final String DURABILITY =
      "simulate durability --machines 5 --replicas 2 --popular-replicas 3 --trials 60"
          + " --set backup.block-bytes=65536";

  private static final Seed SEED = new Seed(3);
  private static final Path FOLDER = temporary();

  private SmallWorld() {}

  /** Where the registry lies. */
  public static Path registry() {
    return Registry.FOLDER;
  }

  /** What is in the registry. */
  public static RegistryWorld.Summary registrySummary() {
    return Registry.SUMMARY;
  }

  /** Where the disks lie. */
  public static Path disks() {
    return Disks.FOLDER;
  }

  /** What is on the disks. */
  public static SnapshotWorld.Summary diskSummary() {
    return Disks.SUMMARY;
  }

  /** A warehouse of the registry and the disks, nothing derived. */
  public static Path ingested() {
    return Ingested.WAREHOUSE;
  }

  /** What the ingest of the registry said. */
  public static Answer registryIngest() {
    return Ingested.OF_REGISTRY;
  }

  /** What the ingest of the disks said. */
  public static Answer diskIngest() {
    return Ingested.OF_DISKS;
  }

  /** The same warehouse with sharing degrees and the blocks of a backup on 4 machines. */
  public static Path packed() {
    return Packed.WAREHOUSE;
  }

  /** The same warehouse with what {@link #AVAILABILITY} and its siblings give. */
  public static Path simulated() {
    return Simulated.WAREHOUSE;
  }

  /** A warehouse of one's own, with the same rows. */
  public static Path copy(Path warehouse, Path target) {
    try (Stream<Path> files = Files.walk(warehouse)) {
      for (Path file : files.toList()) {
        Files.copy(file, target.resolve(warehouse.relativize(file).toString()));
      }
      return target;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Deletes a warehouse's journals, so that nothing tells what was published, and files may be
   * taken away and put there as earlier versions would have left them.
   */
  public static Path unpublished(Path warehouse) {
    try (Stream<Path> journals = Files.list(warehouse.resolve(".varve/published"))) {
      for (Path journal : journals.toList()) {
        Files.delete(journal);
      }
      return warehouse;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Registry {
    static final Path FOLDER = SmallWorld.FOLDER.resolve("registry");
    static final RegistryWorld.Summary SUMMARY =
        made(() -> RegistryWorld.write(SEED, WorldSize.small(), FOLDER));
  }

  private static final class Disks {
    static final Path FOLDER = SmallWorld.FOLDER.resolve("disks");
    static final SnapshotWorld.Summary SUMMARY =
        made(() -> SnapshotWorld.write(SEED, SnapshotWorldSize.small(), FOLDER));
  }

  private static final class Ingested {
    private static final MadeOnce MADE =
        MadeOnce.of(
            "ingested",
            warehouse ->
                List.of(
                    varve("ingest registry %s --warehouse %s", registry(), warehouse),
                    varve("ingest snapshots %s --warehouse %s", disks(), warehouse)));
    static final Path WAREHOUSE = MADE.folder();
    static final Answer OF_REGISTRY = MADE.answers().get(0);
    static final Answer OF_DISKS = MADE.answers().get(1);
  }

  private static final class Packed {
    static final Path WAREHOUSE =
        MadeOnce.of(
                "packed",
                warehouse -> {
                  copy(ingested(), warehouse);
                  return List.of(
                      varve("derive --warehouse %s", warehouse),
                      varve(
                          "simulate backup --machines 4 --set backup.block-bytes=65536"
                              + " --warehouse %s",
                          warehouse));
                })
            .folder();
  }

  private static final class Simulated {
    static final Path WAREHOUSE =
        MadeOnce.of(
                "simulated",
                warehouse -> {
                  copy(packed(), warehouse);
                  return Stream.of(AVAILABILITY, DELETION, DURABILITY)
                      .map(simulation -> varve(simulation + " --warehouse %s", warehouse))
                      .toList();
                })
            .folder();
  }

  private interface Making<T> {
    T make() throws IOException;
  }

  private static <T> T made(Making<T> making) {
    try {
      return making.make();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path temporary() {
    Path folder = made(() -> Files.createTempDirectory("varve-small-world"));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
    return folder;
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
