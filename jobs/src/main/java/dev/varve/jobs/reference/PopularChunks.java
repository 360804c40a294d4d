package dev.varve.jobs.reference;

import dev.varve.backup.BackupRules;
import dev.varve.backup.FleetBackup;
import dev.varve.backup.LeftoverCounts;
import dev.varve.backup.PopularStore;
import dev.varve.backup.SegmentReferences;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.table.Publication;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Counts the references that levels 1 and 2 leave, chunk by chunk; the popular data is selected
 * from these counts.
 */
public final class PopularChunks {
  private static final RowBinder<Leftover> ROWS = RowBinder.of("leftover", Leftover.class);

  private PopularChunks() {}

  /** How many references to a chunk some snapshots left, under the rules with this index. */
  private record Leftover(int rules, long key, int bytes, long copies) {}

  /**
   * One row a chunk and set of rules: rules (index), key, bytes, copies.
   *
   * @param references as {@link References#ordered} gives them
   * @param most distinct chunks that a task counts before it hands the counts on
   */
  public static Dataset<Row> of(
      SparkSession spark,
      Publication publication,
      Dataset<Row> references,
      List<BackupRules> rules,
      int most) {
    List<BackupRules> all = List.copyOf(rules); // a subList is not serializable
    spark
        .createDataFrame(
            references.toJavaRDD().mapPartitions(rows -> leftovers(rows, all, most)), ROWS.schema())
        .createOrReplaceTempView("found_leftover");
    return publication.materialize(
        "popularity", spark.sql(SqlFiles.text("simulate", "popularity")));
  }

  private static Iterator<Row> leftovers(Iterator<Row> rows, List<BackupRules> rules, int most) {
    return new FoldRows<>(ReferenceRows.segments(rows), new Pass1(rules, most));
  }

  /** One pass over the references serves all rules. */
  private static final class Pass1 implements FoldRows.Fold<SegmentReferences> {
    private final List<FleetBackup> fleets = new ArrayList<>();
    private final List<LeftoverCounts> counts = new ArrayList<>();
    private Consumer<Row> output = row -> {};

    Pass1(List<BackupRules> rules, int mostChunks) {
      for (int index = 0; index < rules.size(); index++) {
        int number = index;
        LeftoverCounts count =
            new LeftoverCounts(
                mostChunks,
                (key, bytes, copies) ->
                    output.accept(ROWS.row(new Leftover(number, key, bytes, copies))));
        counts.add(count);
        fleets.add(new FleetBackup(rules.get(index), PopularStore.empty(), count));
      }
    }

    @Override
    public void add(SegmentReferences segment, Consumer<Row> to) {
      output = to;
      fleets.forEach(fleet -> fleet.add(segment));
    }

    @Override
    public void finish(Consumer<Row> to) {
      output = to;
      fleets.forEach(FleetBackup::finish);
      counts.forEach(LeftoverCounts::flush);
    }
  }
}
