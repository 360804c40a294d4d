package dev.varve.jobs.snapshot;

import dev.varve.inventory.SnapshotImage;
import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.run.TaskEnd;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.snapshot.CheckedHead;
import dev.varve.snapshot.SnapshotHead;
import dev.varve.snapshot.SnapshotPart;
import dev.varve.snapshot.SnapshotTasks;
import java.util.List;
import java.util.Set;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;
import org.apache.spark.util.SerializableConfiguration;

/** Headers and segments of disks, read on the engine. */
final class SnapshotStreams {
  private static final int MOST_TASKS = 1000;

  private final JavaSparkContext context;
  private final Broadcast<SerializableConfiguration> hadoop;

  SnapshotStreams(SparkSession spark) {
    context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    hadoop =
        context.broadcast(
            new SerializableConfiguration(spark.sparkContext().hadoopConfiguration()));
  }

  /** The headers of the images, in their order. */
  List<SnapshotHead> heads(List<SnapshotImage> images, List<String> roots, long mostBytes) {
    if (images.isEmpty()) {
      return List.of();
    }
    Broadcast<SerializableConfiguration> configuration = hadoop;
    return context
        .parallelize(images, Math.min(MOST_TASKS, images.size()))
        .map(image -> SnapshotHead.read(store(configuration), roots, mostBytes, image))
        .collect();
  }

  /** The same of images that are to be read, without files whose tables overlap. */
  List<SnapshotHead> sound(List<SnapshotImage> images, List<String> roots, long mostBytes) {
    if (images.isEmpty()) {
      return List.of();
    }
    Broadcast<SerializableConfiguration> configuration = hadoop;
    Broadcast<Set<String>> keys = context.broadcast(CheckedHead.keys(images));
    return CheckedHead.refused(
        context
            .parallelize(images, Math.min(MOST_TASKS, images.size()))
            .map(
                image ->
                    CheckedHead.of(store(configuration), roots, mostBytes, image, keys.value()))
            .collect());
  }

  /** One wide row of {@link SnapshotRows} for each segment, snapshot or fault. */
  JavaRDD<Row> rows(
      SnapshotTasks.Wave wave, SnapshotReading reading, String runId, LongAccumulator readBytes) {
    Broadcast<SerializableConfiguration> configuration = hadoop;
    return context
        .parallelize(wave.tasks(), wave.tasks().size())
        .flatMap(
            parts ->
                TaskEnd.closes(
                    new SnapshotRows(
                        store(configuration), reading, runId, parts.iterator(), readBytes)));
  }

  /** One wide row of {@link ChunkerRows} for each count. */
  JavaRDD<Row> chunkers(
      List<List<SnapshotPart>> tasks,
      SnapshotReading reading,
      List<String> chunkers,
      String runId,
      LongAccumulator readBytes) {
    Broadcast<SerializableConfiguration> configuration = hadoop;
    return context
        .parallelize(tasks, Math.max(1, tasks.size()))
        .flatMap(
            parts ->
                new FoldRows<>(
                    parts.iterator(),
                    new ChunkerRows(store(configuration), reading, chunkers, runId, readBytes)));
  }

  static HadoopStore store(Broadcast<SerializableConfiguration> configuration) {
    return new HadoopStore(configuration.value().value());
  }
}
