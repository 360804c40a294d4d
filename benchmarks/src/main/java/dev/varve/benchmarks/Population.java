package dev.varve.benchmarks;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.run.Reporter;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Publication;
import dev.varve.model.EpochMicros;
import dev.varve.model.Seed;
import dev.varve.population.DiskPopulation;
import dev.varve.population.ImagePopulation;
import dev.varve.population.LayerPopulation;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.LongAccumulator;

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
        runs.run("ingest registry", Map.of("inputs", "population"), warehouse, this::registry);
      }
      if (chunks > 0) {
        runs.run("ingest snapshots", Map.of("inputs", "population"), warehouse, this::disks);
      }
    }
  }

  private static final class Told implements Reporter {
    @Override
    public void note(String line) {
      System.err.println(line);
    }

    @Override
    public Phase phase(
        SparkSession spark, String title, long totalBytes, LongAccumulator doneBytes) {
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
    Iterator<Row> rows(Parts part);
  }

  private static Dataset<Row> made(Run run, StructType columns, long parts, PartRows rows) {
    return run.spark()
        .range(0, parts, 1, (int) parts)
        .flatMap(
            (FlatMapFunction<Long, Row>) part -> rows.rows(new Parts(part, parts)),
            Encoders.row(columns));
  }

  private void registry(Run run) throws IOException {
    run.fit(entries * 64);
    run.writer().keepFingerprint("sha256");
    long layers = LayerPopulation.layersOf(entries);
    long parts = parts(entries, ENTRIES_OF_A_FILE);
    long seen = seen(run);
    Publication wave = run.wave();
    for (String table : List.of("layer_recipe", "layer_framing", "content_sample", "layer")) {
      run.note(table);
      Dataset<Row> rows =
          made(
              run,
              Tables.schema(table),
              parts,
              part -> RegistryParts.rows(table, new LayerPopulation(SEED, layers), part, seen));
      switch (table) {
        case "content_sample" ->
            wave.add(
                table,
                rows.dropDuplicates("chunker", "codec", "fingerprint"),
                1,
                "chunker",
                "codec",
                "fingerprint");
        case "layer" -> wave.add(table, wave.materialize(table, rows), 1, "layer_digest");
        default -> wave.addSorted(table, rows);
      }
    }
    run.publish(wave);
    run.note("images");
    Dataset<Row> layer = run.warehouse().table("layer");
    layer.createOrReplaceTempView("layer");
    wave = run.wave();
    for (PopulationSql table : PopulationSql.OF_LAYERS) {
      wave.add(table.table(), table.rows(run), 1, table.order());
    }
    run.publish(wave);
    ImagePopulation images = new ImagePopulation(SEED, layers);
    made(
            run,
            RegistryParts.MEMBERS.schema(),
            2,
            part ->
                RegistryParts.members(
                    new LayerPopulation(SEED, layers), new ImagePopulation(SEED, layers), part))
        .createOrReplaceTempView("member");
    made(
            run,
            RegistryParts.IMAGES.schema(),
            2,
            part -> RegistryParts.images(new ImagePopulation(SEED, layers), part))
        .createOrReplaceTempView("population_image");
    for (PopulationSql table : PopulationSql.OF_IMAGES) {
      run.publication().add(table.table(), table.rows(run), 1, table.order());
    }
    run.count("blobs_named", layers);
    run.count("blobs_read", layers);
    run.count("images", images.images());
    run.count("images_added", images.images());
  }

  private void disks(Run run) throws IOException {
    run.fit(chunks * 40);
    run.writer().keepFingerprint("sha256");
    run.writer().keepChunker("fastcdc-v1-4k");
    long vms = DiskPopulation.vmsOf(chunks);
    long parts = Math.min(vms, parts(chunks, CHUNKS_OF_A_FILE));
    long seen = seen(run);
    String id = run.id();
    Publication wave = run.wave();
    for (String table :
        List.of("segment_recipe", "segment", "chain_file", "chain_map", "snapshot", "vm")) {
      run.note(table);
      wave.addSorted(
          table,
          made(
              run,
              Tables.schema(table),
              parts,
              part -> new DiskParts(new DiskPopulation(SEED, vms), id, seen).rows(table, part)));
    }
    run.publish(wave);
    run.count("snapshots_found", vms * DiskPopulation.SNAPSHOTS);
    run.count("snapshots_read", vms * DiskPopulation.SNAPSHOTS);
  }
}
