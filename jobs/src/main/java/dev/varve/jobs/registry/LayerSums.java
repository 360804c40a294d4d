package dev.varve.jobs.registry;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.Run;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Sums over the layers of a wave that were read. */
record LayerSums(long layers, long compressedBytes, long archiveBytes, long files) {
  static LayerSums of(Dataset<Row> layers) {
    return RowReader.first(
        layers.selectExpr(
            "count(*) AS layers",
            "coalesce(sum(compressed_bytes), 0) AS compressed_bytes",
            "coalesce(sum(archive_bytes), 0) AS archive_bytes",
            "coalesce(sum(files), 0) AS files"),
        LayerSums.class);
  }

  /** Adds them to the counts of a run; those of the wave that were not read were rejected. */
  void count(Run run, long inWave) {
    run.count("blobs_read", layers);
    run.addReadBytes(compressedBytes);
    run.count("archive_bytes", archiveBytes);
    run.count("files", files);
    run.count("blobs_rejected", inWave - layers);
  }
}
