package dev.varve.jobs.derive.twin;

import dev.varve.content.twin.Banding;
import dev.varve.content.twin.BucketPairs;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Tables {@code layer_twin} and {@code layer_duplicate}. Layers that are equal in some respect,
 * such as their contents, have equal checksums over their entries. Among the others, min-hash
 * signatures find pairs that may be similar, which are compared content by content. No step
 * compares all pairs, and none stores a layer in memory.
 *
 * @param run with views of the tables that verb derive reads
 */
public record LayerTwins(TwinSettings settings, Run run) {
  /** Name of the summary's count of pairs that were not compared because their bucket was full. */
  public static final String LEFT_OUT = "pairs_left_out";

  private static final String FOLDER = "twin";
  private static final String LAYER = "layer_digest";
  private static final String PLACES = "removable_path";

  /** Stages both tables; they have no rows if the settings switch the comparison off. */
  public void add() throws IOException {
    if (!settings.compares()) {
      for (String table : List.of("layer_twin", "layer_duplicate")) {
        run.engine().files("no_" + table, Tables.columns(table), List.of());
        run.write(table, Query.of("SELECT * FROM no_" + table));
      }
      return;
    }
    run.note("comparing layers");
    makeSums();
    materialize(Query.of(FOLDER, "exact"));
    materialize(Query.of(FOLDER, "content"));
    materialize(Query.of(FOLDER, "size"));
    makePairs();
    materialize(Query.of(FOLDER, "candidate").with("candidates", settings.twins().candidates()));
    materialize(Query.of(FOLDER, "near").with("similarity", settings.twins().similarity()));
    materialize(Query.of(FOLDER, "placed"));
    run.write("layer_twin", FOLDER, LAYER);
    run.write("layer_duplicate", FOLDER, LAYER, "cause");
  }

  private void materialize(Query query) throws IOException {
    run.engine().materialize("twin_" + query.name(), query);
  }

  /** View {@code twin_sums}: the sums and the signature of each layer that has entries. */
  private void makeSums() throws IOException {
    Engine engine = run.engine();
    int values = settings.twins().banding().values();
    Output parts = new Output("twin_part", TwinRows.SumsRow.class);
    engine.fold(
        Ordered.unordered(Query.of("SELECT * FROM layer_recipe"), TwinRows.EntryRow.class),
        () -> SumsFold.ofEntries(values),
        parts);
    engine.fold(
        Ordered.by(Query.of("SELECT * FROM twin_part"), TwinRows.SumsRow.class, LAYER).grouped(1),
        () -> SumsFold.ofParts(values),
        new Output("twin_sums", TwinRows.SumsRow.class));
  }

  /** View {@code twin_pair}: pairs of layers that may be similar. */
  private void makePairs() throws IOException {
    Engine engine = run.engine();
    Banding banding = settings.twins().banding();
    engine.fold(
        Ordered.unordered(Query.of(FOLDER, "signed"), TwinRows.SignedRow.class),
        Fold.each((layer, output) -> PairFold.emitMembers(layer, banding, output)),
        new Output("twin_member", TwinRows.MemberRow.class));
    double similarity = settings.twins().similarity();
    int maxPairs = settings.twins().bucketLayers();
    engine.fold(
        Ordered.by(
                Query.of("SELECT * FROM twin_member"),
                TwinRows.MemberRow.class,
                "band",
                "bucket",
                "contents",
                "layer")
            .grouped(2),
        () -> new PairFold(new BucketPairs(similarity, banding.values(), maxPairs)),
        new Output("twin_pair", TwinRows.PairRow.class),
        new Output("twin_left_out", TwinRows.LeftOutRow.class));
    Query leftOut =
        Query.of("SELECT CAST(coalesce(sum(pairs), 0) AS BIGINT) AS pairs FROM twin_left_out");
    run.count(LEFT_OUT, engine.onlyRow(leftOut, TwinRows.LeftOutRow.class).pairs());
  }

  /** Stages table {@code path_convention}. */
  public void addConventions() throws IOException {
    run.add(
        "path_convention", TwinRows.ConventionRow.class, rows(settings.conventions()), "position");
  }

  /** Stages tables {@code removable_path} and {@code layer_removable}. */
  public void addRemovable() throws IOException {
    run.note("deriving layer_removable");
    List<TwinRows.ConventionRow> places = rows(settings.removablePaths());
    run.add(PLACES, TwinRows.ConventionRow.class, places, "position");
    run.engine().records(PLACES, TwinRows.ConventionRow.class, places);
    run.write("layer_removable", FOLDER, LAYER, "name", "place");
  }

  private static List<TwinRows.ConventionRow> rows(List<TwinSettings.Convention> conventions) {
    return IntStream.range(0, conventions.size())
        .mapToObj(
            position ->
                new TwinRows.ConventionRow(
                    position,
                    conventions.get(position).name(),
                    conventions.get(position).pattern()))
        .toList();
  }
}
