package dev.varve.benchmarks;

import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.row.Reader;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;
import dev.varve.model.SegmentRecipe;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

/**
 * Rows of the two hot tables: bound by name, and in the order of the columns by hand; and rows of
 * three numbers read. The score is nanoseconds a row.
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

  private static final Binder<EntryRow> ENTRIES =
      Binder.of("layer_recipe", Tables.columns("layer_recipe"), EntryRow.class);
  private static final Binder<RecipeRow> RECIPES =
      Binder.of("segment_recipe", Tables.columns("segment_recipe"), RecipeRow.class);

  private final FileEntry[] entries = new FileEntry[ROWS];
  private final Object[][] chunks = new Object[ROWS][];
  private SegmentRecipe recipe;
  private Reader<Chunk> reader;

  record EntryRow(String layerDigest, FileEntry entry) {}

  record RecipeRow(String vm, String snapshot, long segment, SegmentRecipe recipe) {}

  record Chunk(long key, int bytes, long copies) {}

  /** Entries of all kinds that layers have, and recipes of segments. */
  @Setup
  public void fill() {
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
              null,
              300L);
      chunks[row] = new Object[] {row * 77L, row, 3L * row};
    }
    recipe = new SegmentRecipe(new int[CHUNKS], new byte[CHUNKS * 32], new boolean[CHUNKS]);
    reader = Reader.of(List.of("key", "bytes", "copies"), Chunk.class);
  }

  /** Entries of layers by name. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void entriesByName(Blackhole sink) {
    for (FileEntry entry : entries) {
      sink.consume(ENTRIES.row(new EntryRow("sha256:layer", entry)));
    }
  }

  /** The same by hand. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void entriesByPlace(Blackhole sink) {
    for (FileEntry entry : entries) {
      Fingerprint digest = entry.fingerprint();
      sink.consume(
          values(
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
              entry.linkTarget()));
    }
  }

  /** Recipes of segments by name. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void recipesByName(Blackhole sink) {
    for (int row = 0; row < ROWS; row++) {
      sink.consume(RECIPES.row(new RecipeRow("vm", "snapshot", row, recipe)));
    }
  }

  /** The same by hand. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void recipesByPlace(Blackhole sink) {
    for (int row = 0; row < ROWS; row++) {
      sink.consume(
          values(
              "vm", "snapshot", (long) row, recipe.ends(), recipe.fingerprints(), recipe.zeros()));
    }
  }

  /** Rows of three numbers, read by name. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long readByName() {
    long sum = 0;
    for (Object[] row : chunks) {
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
    for (Object[] row : chunks) {
      sum += (Long) row[0] + (Integer) row[1] * (Long) row[2];
    }
    return sum;
  }

  private static @Nullable Object[] values(@Nullable Object... values) {
    return values;
  }
}
