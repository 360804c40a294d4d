package dev.varve.jobs.cli;

import dev.varve.jobs.availability.SimulateAvailability;
import dev.varve.jobs.availability.SimulateAvailability.Source;
import dev.varve.jobs.availability.SimulateDurability;
import dev.varve.jobs.backup.SimulateBackup;
import dev.varve.jobs.conf.AvailabilitySettings;
import dev.varve.jobs.conf.DeletionSettings;
import dev.varve.jobs.conf.DurabilitySettings;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.deletion.SimulateDeletion;
import dev.varve.jobs.query.Queries;
import dev.varve.jobs.registry.IngestRegistry;
import dev.varve.jobs.report.Sizes;
import dev.varve.jobs.run.Engine;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.sharing.Derive;
import dev.varve.jobs.snapshot.IngestSnapshots;
import dev.varve.jobs.table.Warehouse;
import dev.varve.model.Seed;
import dev.varve.synthetic.RegistryWorld;
import dev.varve.synthetic.SnapshotWorld;
import dev.varve.synthetic.SnapshotWorldSize;
import dev.varve.synthetic.WorldSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code demo}. */
@Command(
    name = "demo",
    description = {
      "Makes a small registry and some VMs with chains of disk images from a seed, one layer and one",
      "image damaged, and runs everything on them: ingest, derive, the simulations of backups,",
      "failures and deletions, check and the reports. Nothing outside the folder DIR is touched."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  varve demo --out varve-demo"})
final class DemoCommand implements Callable<Integer> {
  private static final List<String> TOLD =
      List.of(
          "coverage",
          "dedup-summary",
          "duplicate-origin",
          "sharing-histogram",
          "dedup-growth",
          "savings-by-size",
          "layer-profile",
          "image-efficiency",
          "chunk-dedup-summary",
          "backup-efficiency",
          "backup-stages",
          "popularity-sweep",
          "block-sharing",
          "replication-cost",
          "availability-by-failures",
          "availability-front",
          "durability",
          "deletion-leakage");

  /** Few machines and small blocks, as the world is small; one set of rules, as time is short. */
  private static final String[] SMALL = {
    "backup.machines=4",
    "backup.block-bytes=1 MiB",
    "backup.rules=checksum+similar",
    "simulation.machines-per-rack=4",
    "availability.machines=12",
    "availability.failed=2,3",
    "availability.replicas=2,3",
    "availability.popular-replicas=3",
    "availability.placement=uniform,rack-aware",
    "availability.trials=1000",
    "durability.machines=12",
    "durability.replicas=2",
    "durability.popular-replicas=3",
    "durability.mean-hours-to-failure=1000",
    "durability.machine-bytes-per-second=1 kB",
    "durability.total-bytes-per-second=4 kB",
    "durability.trials=200"
  };

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where to write; varve-demo unless given.")
  private Path out = Path.of("varve-demo");

  @Option(names = "--seed", paramLabel = "N", description = "Another seed makes another world.")
  private long seed = 1;

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    Settings settings = common.settings(SMALL);
    Path registry = out.resolve("registry");
    Path location = out.resolve("warehouse");
    checkSeed();
    RegistryWorld.Summary world = RegistryWorld.write(new Seed(seed), WorldSize.demo(), registry);
    say(
        "made      a registry of %d repositories, %d images, %d layers (%s) in %s%n",
        world.repositories(),
        world.images(),
        world.layers(),
        Sizes.bytes(world.compressedBytes()),
        registry);
    Path disks = out.resolve("vms");
    SnapshotWorld.Summary fleet =
        SnapshotWorld.write(new Seed(seed), SnapshotWorldSize.demo(), disks);
    say(
        "made      %d snapshots of VMs' disks (%s, %s stored) in %s%n",
        fleet.snapshots().size(),
        Sizes.bytes(fleet.virtualBytes()),
        Sizes.bytes(fleet.fileBytes()),
        disks);
    String target = location.toAbsolutePath().toUri().toString();
    try (Engine engine = CommonOptions.engine("demo", settings)) {
      SparkSession spark = engine.session();
      RunSummary ingest =
          new IngestRegistry(spark, settings, common.reporter())
              .run(List.of(registry.toAbsolutePath().toUri().toString()), target);
      if (!common.isQuiet()) {
        Summaries.ingest(
            System.err, ingest, location.toString(), settings.reading().inflate().label());
      }
      RunSummary snapshots =
          new IngestSnapshots(spark, settings, common.reporter())
              .run(List.of(disks.toAbsolutePath().toUri().toString()), target);
      if (!common.isQuiet()) {
        Summaries.snapshots(System.err, snapshots, location.toString());
      }
      new Derive(spark, settings, common.reporter()).run(target);
      new SimulateBackup(spark, settings, common.reporter()).run(target);
      new SimulateAvailability(spark, settings, common.reporter())
          .run(target, Source.COUNTED, AvailabilitySettings.read(settings.all()));
      new SimulateDurability(spark, settings, common.reporter())
          .run(target, Source.COUNTED, DurabilitySettings.read(settings.all()));
      new SimulateDeletion(spark, settings, common.reporter())
          .run(target, DeletionSettings.read(settings.all()));
      Queries queries = new Queries(spark, new Warehouse(spark, target));
      System.out.println();
      queries.answer(TOLD, answer -> Reports.printFirst(System.out, answer));
      Set<String> faults = queries.faults().keySet();
      System.out.println(
          faults.isEmpty() ? "All checks hold." : "Checks that do not hold: " + faults);
      System.out.printf(
          "See more: bin/varve report --warehouse %s, or bin/varve sql --warehouse %s \"SHOW VIEWS\"%n",
          location, location);
      return faults.isEmpty() ? ExitCodes.DONE : ExitCodes.REJECTED;
    }
  }

  /** One folder, one world: the disks of another would be taken for those that were read. */
  private void checkSeed() throws IOException {
    Path kept = out.resolve("seed");
    String asked = String.valueOf(seed);
    if (!Files.exists(kept)) {
      Files.createDirectories(out);
      Files.writeString(kept, asked);
    } else if (!Files.readString(kept).equals(asked)) {
      throw new InvalidSettingsException(
          List.of(
              out + " holds the world of seed " + Files.readString(kept) + ": name another --out"));
    }
  }

  private void say(String format, Object... values) {
    if (!common.isQuiet()) {
      System.err.printf(format, values);
    }
  }
}
