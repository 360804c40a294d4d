package dev.varve.benchmarks;

import dev.varve.benchmarks.population.DiskPopulation;
import dev.varve.benchmarks.population.ImagePopulation;
import dev.varve.benchmarks.population.LayerPopulation;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Reporter;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.row.Columns;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.Publication;
import dev.varve.model.EpochMicros;
import dev.varve.model.Seed;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a warehouse of recipes of any size from a seed, as the two ingests would have published it:
 * every table that they fill, in their files and under their names in table {@code run}.
 */
public final class Population {
  private static final Seed SEED = new Seed(1);

  /** Rows of a file: some 512 MiB. */
  private static final long ENTRIES_OF_A_FILE = 8_000_000;

  private static final long CHUNKS_OF_A_FILE = 16_000_000;

  private final long entries;
  private final long chunks;

  Population(long entries, long chunks) {
    this.entries = entries;
    this.chunks = chunks;
  }

  /**
   * Arguments: WAREHOUSE ENTRIES CHUNKS, then settings as {@code key=value}; 0 for none of a kind.
   */
  public static void main(String[] arguments) throws IOException {
    List<String> all = Arrays.asList(arguments);
    SettingReader settings = SettingReader.of(null, null, all.subList(3, all.size()));
    new Population(Long.parseLong(all.get(1)), Long.parseLong(all.get(2)))
        .make(all.get(0), settings);
  }

  /** Publishes the runs. */
  void make(String warehouse, SettingReader settings) throws IOException {
    try (Runs runs = Runs.open("population", settings, new Told())) {
      if (entries > 0) {
        runs.execute("ingest registry", Map.of("inputs", "population"), warehouse, this::registry);
      }
      if (chunks > 0) {
        runs.execute("ingest snapshots", Map.of("inputs", "population"), warehouse, this::disks);
      }
    }
  }

  private static final class Told implements Reporter {
    @Override
    public void note(String line) {
      System.err.println(line);
    }

    @Override
    public Phase phase(String title, long totalBytes, LongSupplier doneBytes) {
      return () -> {};
    }
  }

  private static long seen(Run run) {
    return EpochMicros.of(run.startedAt());
  }

  private static long parts(long rows, long ofAFile) {
    return Math.max(2, rows / ofAFile);
  }

  /** Rows that are made in parts. */
  private interface PartRows extends java.io.Serializable {
    Iterator<@Nullable Object[]> rows(Parts part);
  }

  /** Writes the rows of each part to a file, a table's or an intermediate one. */
  private static List<RowFile.Written> made(
      Run run, String folder, String name, Columns columns, long parts, PartRows rows)
      throws IOException {
    String parent = folder.toString();
    boolean table = Tables.names().contains(name) && columns.equals(Tables.columns(name));
    return run.engine()
        .tasks(
            LongStream.range(0, parts).boxed().toList(),
            (part, context) -> {
              String path =
                  Locations.in(parent, "%s-%d.parquet".formatted(name, context.attempt()));
              RowFile file =
                  table
                      ? RowFile.ofTable(name, path, context.store())
                      : RowFile.ofScratch(columns, path, context.store());
              try (file) {
                Iterator<@Nullable Object[]> all = rows.rows(new Parts(part, parts));
                while (all.hasNext()) {
                  file.add(all.next());
                }
              }
              return file.written();
            });
  }

  private static void show(Run run, String view, Columns columns, PartRows rows)
      throws IOException {
    List<RowFile.Written> files = made(run, run.publication().folder(), view, columns, 2, rows);
    run.engine().files(view, columns, files.stream().map(RowFile.Written::path).toList());
  }

  private void registry(Run run) throws IOException {
    run.writer().keepFingerprint("sha256");
    long layers = LayerPopulation.layersOf(entries);
    long parts = parts(entries, ENTRIES_OF_A_FILE);
    long seen = seen(run);
    Publication wave = run.newWave();
    for (String table : RegistryParts.TABLES) {
      run.note(table);
      List<RowFile.Written> files =
          made(
              run,
              wave.folder(),
              table,
              Tables.columns(table),
              parts,
              part -> RegistryParts.rows(table, new LayerPopulation(SEED, layers), part, seen));
      if (table.equals("content_sample")) {
        List<String> paths = files.stream().map(RowFile.Written::path).toList();
        run.engine().files("repeated_sample", Tables.columns(table), paths);
        Query once = Query.of("SELECT DISTINCT * FROM repeated_sample");
        List<String> order = List.of("chunker", "codec", "fingerprint");
        wave.add(table, run.engine().write(table, once, order, wave.files()));
      } else {
        wave.add(table, files);
      }
    }
    run.publish(wave);
    run.note("images");
    run.registerViews(List.of("layer"));
    wave = run.newWave();
    for (PopulationSql table : PopulationSql.OF_LAYERS) {
      write(run, wave, table);
    }
    run.publish(wave);
    ImagePopulation images = new ImagePopulation(SEED, layers);
    show(
        run,
        "member",
        RegistryParts.MEMBERS.columns(),
        part ->
            RegistryParts.members(
                new LayerPopulation(SEED, layers), new ImagePopulation(SEED, layers), part));
    show(
        run,
        "population_image",
        RegistryParts.IMAGES.columns(),
        part -> RegistryParts.images(new ImagePopulation(SEED, layers), part));
    for (PopulationSql table : PopulationSql.OF_IMAGES) {
      write(run, run.publication(), table);
    }
    run.count("blobs_named", layers);
    run.count("blobs_read", layers);
    run.count("images", images.images());
    run.count("images_added", images.images());
  }

  private static void write(Run run, Publication publication, PopulationSql table)
      throws IOException {
    List<String> order = List.of(table.order());
    publication.add(
        table.table(),
        run.engine().write(table.table(), table.query(run), order, publication.files()));
  }

  private void disks(Run run) throws IOException {
    run.writer().keepFingerprint("sha256");
    run.writer().keepChunker("fastcdc-v1-4k");
    long vms = DiskPopulation.vmsOf(chunks);
    long parts = Math.min(vms, parts(chunks, CHUNKS_OF_A_FILE));
    long seen = seen(run);
    String id = run.id();
    Publication wave = run.newWave();
    for (String table :
        List.of("segment_recipe", "segment", "chain_file", "chain_map", "snapshot", "vm")) {
      run.note(table);
      wave.add(
          table,
          made(
              run,
              wave.folder(),
              table,
              Tables.columns(table),
              parts,
              part -> new DiskParts(new DiskPopulation(SEED, vms), id, seen).rows(table, part)));
    }
    run.publish(wave);
    run.registerViews(List.of("snapshot"));
    for (PopulationSql table : PopulationSql.OF_SNAPSHOTS) {
      write(run, run.publication(), table);
    }
    run.count("snapshots_found", vms * DiskPopulation.SNAPSHOTS);
    run.count("snapshots_read", vms * DiskPopulation.SNAPSHOTS);
  }
}
