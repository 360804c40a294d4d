package dev.varve.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.benchmarks.population.DiskPopulation;
import dev.varve.benchmarks.population.ImagePopulation;
import dev.varve.benchmarks.population.LayerPopulation;
import dev.varve.jobs.cli.CommandLines;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PopulationTest {
  private static final Seed SEED = new Seed(5);
  private static final List<String> SMALL =
      List.of("spark.master=local[2]", "spark.sql.shuffle.partitions=2");

  /** Filled only on request, or from what no population has. */
  private static final Set<String> EMPTY =
      Set.of("artifact", "file_recipe", "rejected_blob", "rejection_sighting");

  @TempDir private Path folder;

  @Test
  @Tag("thorough")
  void allChecksHoldOfAWarehouseThatHasEveryTableOfTheIngests() throws IOException {
    String warehouse = folder.resolve("w").toString();
    new Population(100_000, 20_000).make(warehouse, SettingReader.of(null, null, SMALL));
    Set<String> filled = new TreeSet<>();
    for (String verb : List.of("ingest registry", "ingest snapshots")) {
      filled.addAll(Tables.madeBy(verb));
    }
    filled.removeAll(EMPTY);
    for (String table : filled) {
      assertThat(rows(table)).as(table).isPositive();
    }
    String settings = "--set=" + String.join(" --set=", SMALL);
    assertThat(run("derive --quiet --warehouse " + warehouse + " " + settings)).isZero();
    assertThat(rows("file_sharing")).isPositive();
    assertThat(rows("chunk_sharing")).isPositive();
    assertThat(run("check --strict --warehouse " + warehouse)).isZero();
  }

  private static int run(String line) {
    return CommandLines.run(line.split(" "));
  }

  private long rows(String table) throws IOException {
    long rows = 0;
    try (var files = Files.list(folder.resolve("w").resolve(table))) {
      for (Path file : files.filter(at -> at.toString().endsWith(".parquet")).toList()) {
        try (ParquetFileReader reader =
            ParquetFileReader.open(
                HadoopInputFile.fromPath(
                    new org.apache.hadoop.fs.Path(file.toUri()), new Configuration()))) {
          rows += reader.getRowGroups().stream().mapToLong(BlockMetaData::getRowCount).sum();
        }
      }
    }
    return rows;
  }

  @Test
  void partsMadeAloneAreTheWhole() {
    LayerPopulation layers = new LayerPopulation(SEED, 30);
    ImagePopulation images = new ImagePopulation(SEED, 30);
    for (String table : RegistryParts.TABLES) {
      assertParts(part -> RegistryParts.rows(table, new LayerPopulation(SEED, 30), part, 0));
    }
    assertParts(part -> RegistryParts.members(layers, images, part));
    assertParts(part -> RegistryParts.images(images, part));
    for (String table :
        List.of("segment_recipe", "segment", "chain_file", "chain_map", "snapshot", "vm")) {
      assertParts(part -> new DiskParts(new DiskPopulation(SEED, 4), "run", 0).rows(table, part));
    }
  }

  private static void assertParts(Function<Parts, Iterator<@Nullable Object[]>> rows) {
    List<String> whole = texts(rows.apply(new Parts(0, 1)));
    List<String> parts = new ArrayList<>();
    for (long part = 2; part >= 0; part--) {
      parts.addAll(0, texts(rows.apply(new Parts(part, 3))));
    }
    assertThat(parts).isEqualTo(whole).isNotEmpty();
  }

  private static List<String> texts(Iterator<@Nullable Object[]> rows) {
    List<String> texts = new ArrayList<>();
    rows.forEachRemaining(row -> texts.add(java.util.Arrays.deepToString(row)));
    return texts;
  }
}
