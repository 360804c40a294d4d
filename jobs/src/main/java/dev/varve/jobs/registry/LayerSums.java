package dev.varve.jobs.registry;

import dev.varve.jobs.run.Run;

/**
 * Sums over the layers of a wave that were read, a row of {@code schemas/ingest/layer_sums.sql}.
 */
record LayerSums(long layers, long compressedBytes, long archiveBytes, long files) {
  /** Adds them to the counts of a run; those of the wave that were not read were rejected. */
  void count(Run run, long inWave) {
    run.count("blobs_read", layers);
    run.addReadBytes(compressedBytes);
    run.count("archive_bytes", archiveBytes);
    run.count("files", files);
    run.count("blobs_rejected", inWave - layers);
  }
}
