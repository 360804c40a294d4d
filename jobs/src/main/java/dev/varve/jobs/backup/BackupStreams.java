package dev.varve.jobs.backup;

import static org.apache.spark.sql.functions.col;

import dev.varve.backup.BackupRules;
import dev.varve.backup.PopularStore;
import dev.varve.backup.SrbRouting;
import dev.varve.jobs.reference.ReferenceRows;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.SessionFit;
import java.util.List;
import org.apache.commons.collections4.IteratorUtils;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Runs the references of all VMs through the folds of {@link BackupFolds}. */
record BackupStreams(SparkSession spark, Publication publication) {
  /** What the stores of all rules and the bins of SRB hold: rows of {@link BackupTables#WIDE}. */
  Dataset<Row> stores(
      Dataset<Row> references, List<BackupRules> rules, List<PopularStore> stores, int machines) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Broadcast<List<PopularStore>> popular = context.broadcast(List.copyOf(stores));
    Dataset<Row> vms =
        spark.createDataFrame(
            references
                .toJavaRDD()
                .mapPartitions(
                    rows ->
                        BackupFolds.stores(ReferenceRows.segments(rows), rules, popular.value())),
            BackupTables.WIDE.schema());
    return publication.materialize("stores", vms.union(bins(references, rules.get(0), machines)));
  }

  private Dataset<Row> bins(Dataset<Row> references, BackupRules rules, int machines) {
    SrbRouting routing = new SrbRouting(machines);
    Dataset<Row> routed =
        spark.createDataFrame(
            references
                .toJavaRDD()
                .mapPartitions(
                    rows ->
                        IteratorUtils.transformedIterator(
                            ReferenceRows.segments(rows),
                            segment -> BinnedRows.row(segment, routing))),
            BinnedRows.ROWS.schema());
    long blockBytes = rules.blockBytes();
    return spark.createDataFrame(
        routed
            .repartition(SessionFit.tasks(spark, machines), col("bin"))
            .sortWithinPartitions("bin", "vm", "number", "position")
            .toJavaRDD()
            .mapPartitions(rows -> BackupFolds.bins(BinnedRows.segments(rows), blockBytes)),
        BackupTables.WIDE.schema());
  }
}
