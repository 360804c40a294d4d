package dev.varve.benchmarks;

import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.row.WideRow;
import dev.varve.jobs.schema.Tables;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import dev.varve.model.LayerPull;
import dev.varve.model.Seed;
import dev.varve.model.SegmentRecipe;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import scala.collection.immutable.ArraySeq;

/**
 * Rows of the two hot tables, as they go into a stream of several tables: made by name, and in the
 * order of the columns by hand; and rows of three numbers read. The score is nanoseconds a row.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RowBenchmark {
  private static final int ROWS = 1024;
  private static final int CHUNKS = 512;

  private static final WideRow WIDE =
      new WideRow(
          RowBinder.of(
              "layer_recipe",
              Tables.schema("layer_recipe").add("source", "string", false),
              EntryRow.class),
          Tables.rows("segment_recipe", RecipeRow.class),
          Tables.rows("layer_pull", PullRow.class));

  private final FileEntry[] entries = new FileEntry[ROWS];
  private final Row[] chunks = new Row[ROWS];
  private SegmentRecipe recipe;
  private RowReader<Chunk> reader;

  record EntryRow(String layerDigest, FileEntry entry, String source) {}

  record RecipeRow(String vm, String snapshot, long segment, SegmentRecipe recipe) {}

  record PullRow(String layerDigest, String runId, LayerPull pull) {}

  record Chunk(long key, int bytes, long copies) {}

  /** Entries of all kinds that layers have, and recipes of segments. */
  @Setup
  public void fill() {
    StructType columns = RowBinder.of("chunk", Chunk.class).schema();
    byte[] digest = new byte[32];
    for (int row = 0; row < ROWS; row++) {
      new Seed(row).random().nextBytes(digest);
      boolean file = row % 3 > 0;
      entries[row] =
          new FileEntry(
              row,
              "usr/lib/python3/module" + row,
              file ? EntryKind.FILE : EntryKind.DIRECTORY,
              row * 1000L,
              file ? Fingerprint.of(digest.clone()) : null,
              file ? "text" : null,
              row * 1512L,
              0644,
              0,
              0,
              1_700_000_000_000_000L + row,
              null);
      chunks[row] = new GenericRowWithSchema(new Object[] {row * 77L, row, 3L * row}, columns);
    }
    recipe = new SegmentRecipe(new int[CHUNKS], new byte[CHUNKS * 32], new boolean[CHUNKS]);
    reader = RowReader.of(columns, Chunk.class);
    for (LayerPull pull : List.of(new LayerPull("gzip-6", 1, 2, 3))) {
      WIDE.row(new PullRow("layer", "run", pull));
    }
  }

  /** Entries of layers by name. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void entriesByName(Blackhole sink) {
    for (FileEntry entry : entries) {
      sink.consume(WIDE.row(new EntryRow("sha256:layer", entry, "file:/source")));
    }
  }

  /** The same by hand. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void entriesByPlace(Blackhole sink) {
    for (FileEntry entry : entries) {
      Fingerprint digest = entry.fingerprint();
      sink.consume(
          wide(
              0,
              "sha256:layer",
              entry.position(),
              entry.path(),
              entry.kind().name(),
              entry.bytes(),
              digest == null ? null : digest.bytes(),
              entry.contentType(),
              entry.archiveOffset(),
              entry.mode(),
              entry.uid(),
              entry.gid(),
              entry.modifiedAtMicros(),
              entry.linkTarget(),
              "file:/source"));
    }
  }

  /** Recipes of segments by name. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void recipesByName(Blackhole sink) {
    for (int row = 0; row < ROWS; row++) {
      sink.consume(WIDE.row(new RecipeRow("vm", "snapshot", row, recipe)));
    }
  }

  /** The same by hand. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void recipesByPlace(Blackhole sink) {
    for (int row = 0; row < ROWS; row++) {
      sink.consume(
          wide(
              1,
              "vm",
              "snapshot",
              (long) row,
              new ArraySeq.ofInt(recipe.ends()),
              recipe.fingerprints(),
              new ArraySeq.ofBoolean(recipe.zeros())));
    }
  }

  /** Rows of three numbers, read by name. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long readByName() {
    long sum = 0;
    for (Row row : chunks) {
      Chunk chunk = reader.record(row);
      sum += chunk.key() + chunk.bytes() * chunk.copies();
    }
    return sum;
  }

  /** The same by hand. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long readByPlace() {
    long sum = 0;
    for (Row row : chunks) {
      sum += row.getLong(0) + row.getInt(1) * row.getLong(2);
    }
    return sum;
  }

  private static Row wide(int table, @Nullable Object... values) {
    Object[] wide = new Object[3];
    wide[table] = RowFactory.create(values);
    return RowFactory.create(wide);
  }
}
