package dev.varve.jobs.engine.spark;

import java.io.Serializable;
import org.apache.spark.Partition;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.PartitionCoalescer;
import org.apache.spark.rdd.PartitionGroup;
import org.apache.spark.rdd.RDD;
import scala.Option;

/**
 * Joins all partitions to one, which reads them one after another in their order. Spark's own
 * coalescer takes those first that are stored nearby.
 */
final class InOrder implements PartitionCoalescer, Serializable {
  private static final long serialVersionUID = 1L;

  private InOrder() {}

  /** The rows of all partitions as one partition, which is streamed and not stored. */
  static <T> JavaRDD<T> onePartition(JavaRDD<T> rows) {
    return rows.rdd().coalesce(1, false, Option.apply(new InOrder()), null).toJavaRDD();
  }

  @Override
  public PartitionGroup[] coalesce(int most, RDD<?> parent) {
    PartitionGroup all = new PartitionGroup(Option.empty());
    for (Partition partition : parent.partitions()) {
      all.partitions().addOne(partition);
    }
    return new PartitionGroup[] {all};
  }
}
