package dev.varve.benchmarks;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.local.LocalEngine;
import dev.varve.jobs.engine.local.LocalSettings;
import dev.varve.jobs.engine.spark.SparkRuntime;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.store.hadoop.Stores;
import dev.varve.jobs.warehouse.file.PrivateFolder;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.NewFiles;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The operations of each engine over a table of files in Parquet: rows written, read, joined,
 * sorted and folded. The score is milliseconds for all rows.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "--add-opens=java.base/java.lang=ALL-UNNAMED",
      "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
      "--add-opens=java.base/java.net=ALL-UNNAMED",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--add-opens=java.base/java.util=ALL-UNNAMED",
      "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
      "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
      "--add-opens=java.base/sun.util.calendar=ALL-UNNAMED",
      "-Dlog4j2.configurationFile=classpath:dev/varve/log4j2.properties"
    })
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class EngineBenchmark {
  private static final int LAYER_ROWS = 1000;
  private static final String TABLE = "layer_recipe";

  private static final Binder<EntryRow> ENTRIES =
      Binder.of(TABLE, Tables.columns(TABLE), EntryRow.class);

  /** What computes. */
  @Param({"local", "spark"})
  public String engine;

  /** How many. */
  @Param({"100000"})
  public int rows;

  private final Store store = Stores.of(Map.of());
  private @Nullable Object[][] made;
  private PrivateFolder folder;
  private @Nullable SparkRuntime spark;
  private Engine opened;

  record EntryRow(String layerDigest, FileEntry entry) {}

  record Row(String layerDigest, String path, long bytes) {}

  record Sum(String layer, long bytes) {}

  /** Makes the rows, a file of them, and the engine that has it as a view. */
  @Setup
  public void open() throws Exception {
    folder = new PrivateFolder(System.getProperty("java.io.tmpdir"), "varve-benchmark");
    folder.make();
    made = new Object[rows][];
    for (int row = 0; row < rows; row++) {
      made[row] = ENTRIES.row(new EntryRow("sha256:layer-" + row / LAYER_ROWS, entry(row)));
    }
    if (engine.equals("local")) {
      String spill = folder.path().toString();
      opened = new LocalEngine(new LocalSettings(1L << 30, spill, 0, true), store);
    } else {
      Settings settings = SettingReader.of(null, null, List.of("spark.master=local[2]")).finish();
      spark = SparkRuntime.open("benchmark", settings);
      opened = spark.engine(1L << 30, below("scratch"), "benchmark");
    }
    opened.files(TABLE, Tables.columns(TABLE), List.of(written().path()));
  }

  /** Every third content has been there before. */
  private static FileEntry entry(int row) {
    byte[] digest = new byte[32];
    new Seed(row % 3 == 0 ? row / 2 : row).random().nextBytes(digest);
    return new FileEntry(
        row % LAYER_ROWS,
        "usr/lib/python3/module" + row,
        EntryKind.FILE,
        row * 1000L,
        Fingerprint.of(digest),
        "text",
        row * 1512L,
        0644,
        0,
        0,
        1_700_000_000_000_000L + row,
        null,
        300L);
  }

  /** Ends it, and deletes all files. */
  @TearDown
  public void close() {
    opened.close();
    if (spark != null) {
      spark.close();
    }
    folder.close();
  }

  private String below(String name) {
    return Locations.of(folder.path().resolve(name));
  }

  private RowFile.Written written() throws IOException {
    RowFile file = RowFile.ofTable(TABLE, below(UUID.randomUUID() + ".parquet"), store);
    try (file) {
      for (@Nullable Object[] row : made) {
        file.add(row);
      }
    }
    return file.written();
  }

  /** Rows encoded into a file of the table, which no engine takes part in. */
  @Benchmark
  public long writeRows() throws IOException {
    RowFile.Written written = written();
    delete(written);
    return written.rows();
  }

  private void delete(RowFile.Written written) throws IOException {
    store.delete(written.path());
  }

  /** Rows of the file as records. */
  @Benchmark
  public long readRows() throws IOException {
    long[] sum = new long[1];
    opened.each(
        Query.of("SELECT layer_digest, path, bytes FROM layer_recipe"),
        Row.class,
        row -> sum[0] += row.bytes());
    return sum[0];
  }

  /** Files joined with their copies in other layers. */
  @Benchmark
  public long joinRows() throws IOException {
    return opened.count(
        Query.of(
            """
            SELECT one.path FROM layer_recipe AS one JOIN layer_recipe AS other
            ON one.fingerprint = other.fingerprint AND one.layer_digest <> other.layer_digest\
            """));
  }

  /** Rows sorted by content into files of the table. */
  @Benchmark
  public long sortRows() throws IOException {
    long sorted = 0;
    String folder = below("sorted");
    for (RowFile.Written written :
        opened.write(
            TABLE,
            Query.of("SELECT * FROM layer_recipe"),
            List.of("fingerprint", "layer_digest", "position"),
            new NewFiles(folder, folder, "sorted"))) {
      sorted += written.rows();
      delete(written);
    }
    return sorted;
  }

  /** Rows of each layer in their order through a fold, which emits a sum. */
  @Benchmark
  public long foldRows() throws IOException {
    opened.fold(
        Ordered.by(
                Query.of("SELECT layer_digest, path, bytes FROM layer_recipe"),
                Row.class,
                "layer_digest",
                "path")
            .grouped(1),
        Sums::new,
        new Output("layer_sum", Sum.class));
    return opened.count(Query.of("SELECT * FROM layer_sum"));
  }

  /** Sums of layers, one after another. */
  private static final class Sums implements Fold<Row> {
    private String layer = "";
    private long bytes;

    @Override
    public void add(Row row, Consumer<Record> output) {
      if (!row.layerDigest().equals(layer)) {
        finish(output);
        layer = row.layerDigest();
        bytes = 0;
      }
      bytes += row.bytes();
    }

    @Override
    public void finish(Consumer<Record> output) {
      if (!layer.isEmpty()) {
        output.accept(new Sum(layer, bytes));
      }
    }
  }
}
