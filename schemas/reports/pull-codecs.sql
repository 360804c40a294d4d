-- What would it cost to serve layers from their files, by codec?
-- One row a codec over the layers whose pull was measured with it (`layers`): seconds of archiving and compressing a
-- layer on one core, together; percentiles are values that occur. mebibytes_per_second is archive bytes over the time
-- of all. pull_bytes_ratio is compressed bytes of the pull over archive bytes; stored_bytes_ratio the same of the blobs
-- as they are stored now. Each layer counts once, base layers included. Figures that were
-- printed of other layers are in phase-percentiles, phase by phase.
--
-- subject: registry
-- first: codec layers p50_seconds p99_seconds mebibytes_per_second pull_bytes_ratio stored_bytes_ratio
-- chart: points x=mebibytes_per_second y=pull_bytes_ratio series=codec log=x; Size against speed
WITH
-- One row per codec.
codec_total AS (
  SELECT
    layer_pull.codec,
    count(*) AS layers,
    percentile_disc(0.50) WITHIN GROUP (ORDER BY layer_pull.archive_nanos + layer_pull.compress_nanos) AS p50,
    percentile_disc(0.80) WITHIN GROUP (ORDER BY layer_pull.archive_nanos + layer_pull.compress_nanos) AS p80,
    percentile_disc(0.90) WITHIN GROUP (ORDER BY layer_pull.archive_nanos + layer_pull.compress_nanos) AS p90,
    percentile_disc(0.99) WITHIN GROUP (ORDER BY layer_pull.archive_nanos + layer_pull.compress_nanos) AS p99,
    sum(layer_pull.archive_nanos) AS archive_nanos,
    sum(layer_pull.compress_nanos) AS compress_nanos,
    sum(layer_pull.pull_bytes) AS pull_bytes,
    sum(layer.compressed_bytes) AS stored_bytes,
    sum(layer.archive_bytes) AS archive_bytes
  FROM layer_pull
  JOIN layer ON layer.layer_digest = layer_pull.layer_digest
  GROUP BY layer_pull.codec
)
SELECT
  codec,
  layers,
  p50 / 1e9 AS p50_seconds,
  p80 / 1e9 AS p80_seconds,
  p90 / 1e9 AS p90_seconds,
  p99 / 1e9 AS p99_seconds,
  archive_nanos / 1e9 AS archive_seconds,
  compress_nanos / 1e9 AS compress_seconds,
  archive_bytes / 1048576 * 1e9 / (archive_nanos + compress_nanos) AS mebibytes_per_second,
  pull_bytes,
  stored_bytes,
  pull_bytes / archive_bytes AS pull_bytes_ratio,
  stored_bytes / archive_bytes AS stored_bytes_ratio
FROM codec_total
ORDER BY codec
