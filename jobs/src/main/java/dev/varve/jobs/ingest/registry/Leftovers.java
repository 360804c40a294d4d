package dev.varve.jobs.ingest.registry;

import dev.varve.input.source.Finding;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.ingest.NewRows;
import dev.varve.jobs.store.registry.RegistryAccess;
import dev.varve.model.ByteStore;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Counts what storages contain that no image needs, after the manifests were read: blobs that no
 * manifest names, unfinished uploads, unpacked layers of no image. Table {@code run} has the sums.
 */
record Leftovers(Run run, RegistryAccess access) {
  /** The view of sizes that were looked up, of blobs that no manifest names. */
  private static final String SIZES = "unnamed_size";

  /** Most blobs whose size is looked up. If there are more, the sizes of these are scaled up. */
  private static final int MOST_SIZED = 100_000;

  private static final int BLOBS_OF_A_TASK = 100;

  /** A row of {@code schemas/ingest/leftover.sql}. */
  private record LeftoverSum(String kind, long things, long bytes) {}

  private record Known(long blobs, long sized, long bytes) {}

  /** A blob of unknown size. */
  private record Unsized(String location, String digest) implements Serializable {}

  /** A blob with its size in bytes. */
  private record Sized(String digest, long bytes) implements Serializable {}

  void count() throws IOException {
    Engine engine = run.engine();
    NewRows rows = new NewRows(run);
    engine.each(
        rows.query("leftover"),
        LeftoverSum.class,
        sum -> count(Finding.Leftover.Kind.valueOf(sum.kind()), sum.things(), sum.bytes()));
    engine.materialize("unnamed_blob", rows.query("unnamed_blob"));
    Known known =
        engine.onlyRow(
            Query.of(
                "SELECT count(*) AS blobs, count(bytes) AS sized, coalesce(sum(bytes), 0) AS bytes"
                    + " FROM unnamed_blob"),
            Known.class);
    List<Sized> sizes = sizes();
    engine.records(SIZES, Sized.class, sizes);
    if (known.blobs() > 0) {
      long looked = sizes.stream().mapToLong(Sized::bytes).sum();
      double scale = (double) (known.blobs() - known.sized()) / Math.max(1, sizes.size());
      count(Finding.Leftover.Kind.BLOB, known.blobs(), known.bytes() + Math.round(looked * scale));
    }
    engine.drop("unnamed_blob");
  }

  /** Looks up sizes. Digests are random, so the first ones in their order are a random sample. */
  private List<Sized> sizes() throws IOException {
    List<ArrayList<Unsized>> parts = new ArrayList<>();
    run.engine()
        .each(
            Query.of(
                    "SELECT location, digest FROM unnamed_blob WHERE bytes IS NULL"
                        + " ORDER BY digest, location LIMIT :most")
                .with("most", MOST_SIZED),
            Unsized.class,
            one -> {
              if (parts.isEmpty() || parts.get(parts.size() - 1).size() == BLOBS_OF_A_TASK) {
                parts.add(new ArrayList<>());
              }
              parts.get(parts.size() - 1).add(one);
            });
    RegistryAccess reached = access;
    List<ArrayList<Sized>> sized =
        run.engine()
            .tasks(
                parts,
                (some, context) -> {
                  ByteStore store = reached.store(context.store());
                  ArrayList<Sized> found = new ArrayList<>();
                  for (Unsized one : some) {
                    long bytes = store.find(one.location()).map(ByteStore.Item::bytes).orElse(0L);
                    found.add(new Sized(one.digest(), bytes));
                  }
                  return found;
                });
    return sized.stream().flatMap(List::stream).toList();
  }

  private void count(Finding.Leftover.Kind kind, long things, long bytes) {
    String name = "leftover_" + kind.name().toLowerCase(Locale.ROOT);
    run.count(name + "s", things);
    run.count(name + "_bytes", bytes);
  }
}
