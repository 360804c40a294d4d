-- What do archiving and compressing a layer cost on this machine?
-- One row per codec, over the layers whose pulls were measured (ingest registry --measure-pull). The time of archiving
-- is modelled as nanoseconds per entry and per byte of the archive, fitted by least squares; that of compressing as
-- nanoseconds per byte of the archive. pull_bytes_ratio is compressed over archive bytes. simulate pulls takes these
-- costs with --costs-from measured.
--
-- subject: pulls
-- first: codec layers archive_nanos_per_file compress_nanos_per_byte compress_bytes_per_second pull_bytes_ratio
WITH
-- One row per layer and codec.
measured_pull AS (
  SELECT
    layer_pull.codec,
    CAST(layer.files + layer.directories + layer.symlinks + layer.hard_links + layer.whiteouts + layer.other_entries AS DOUBLE)
      AS entries,
    CAST(layer.archive_bytes AS DOUBLE) AS bytes,
    CAST(layer_pull.archive_nanos AS DOUBLE) AS archive_nanos,
    CAST(layer_pull.compress_nanos AS DOUBLE) AS compress_nanos,
    CAST(layer_pull.pull_bytes AS DOUBLE) AS pull_bytes
  FROM layer_pull
  JOIN layer ON layer.layer_digest = layer_pull.layer_digest
),
-- One row per codec: the sums from which the time of archiving is fitted by least squares. n stands for entries, b
-- for archive bytes, y for nanoseconds.
codec_sums AS (
  SELECT
    codec,
    count(*) AS layers,
    sum(entries * entries) AS nn,
    sum(entries * bytes) AS nb,
    sum(bytes * bytes) AS bb,
    sum(entries * archive_nanos) AS ny,
    sum(bytes * archive_nanos) AS y_by,
    sum(bytes) AS bytes,
    sum(compress_nanos) AS compress_nanos,
    sum(pull_bytes) AS pull_bytes
  FROM measured_pull
  GROUP BY codec
),
-- Nanoseconds per entry and per byte that fit best; either may come out negative.
codec_fit AS (
  SELECT
    *,
    (ny * bb - y_by * nb) / nullif(nn * bb - nb * nb, 0) AS an_entry,
    (y_by * nn - ny * nb) / nullif(nn * bb - nb * nb, 0) AS a_byte
  FROM codec_sums
),
-- Where one of them is not positive, it is 0 and the other is fitted alone.
positive_fit AS (
  SELECT
    *,
    CASE WHEN an_entry > 0 AND a_byte > 0 THEN an_entry WHEN a_byte <= 0 THEN ny / nullif(nn, 0) ELSE 0 END AS entry_nanos,
    CASE WHEN an_entry > 0 AND a_byte > 0 THEN a_byte WHEN a_byte <= 0 THEN 0 ELSE y_by / nullif(bb, 0) END AS byte_nanos
  FROM codec_fit
)
SELECT
  codec,
  layers,
  round(entry_nanos, 1) AS archive_nanos_per_file,
  round(byte_nanos, 6) AS archive_nanos_per_byte,
  round(compress_nanos / nullif(bytes, 0), 6) AS compress_nanos_per_byte,
  round(bytes / nullif(compress_nanos, 0) * 1e9, 0) AS compress_bytes_per_second,
  round(pull_bytes / nullif(bytes, 0), 6) AS pull_bytes_ratio
FROM positive_fit
ORDER BY codec
