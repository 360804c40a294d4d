-- What do archiving and compressing a layer cost on this machine?
-- Of the layers whose pulls were measured (ingest registry --measure-pull), a row a codec. The time of archiving is so
-- much an entry and a byte of the archive, by least squares; that of compressing is by archive bytes. pull_bytes_ratio
-- is compressed over archive bytes. simulate pulls takes these costs with --costs-from measured.
--
-- subject: pulls
-- first: codec layers archive_nanos_per_file compress_nanos_per_byte compress_bytes_per_second pull_bytes_ratio
WITH
measured AS (
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
sums AS (
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
  FROM measured
  GROUP BY codec
),
fitted AS (
  SELECT
    *,
    (ny * bb - y_by * nb) / nullif(nn * bb - nb * nb, 0) AS an_entry,
    (y_by * nn - ny * nb) / nullif(nn * bb - nb * nb, 0) AS a_byte
  FROM sums
),
positive AS (
  SELECT
    *,
    CASE WHEN an_entry > 0 AND a_byte > 0 THEN an_entry WHEN a_byte <= 0 THEN ny / nullif(nn, 0) ELSE 0 END AS entry_nanos,
    CASE WHEN an_entry > 0 AND a_byte > 0 THEN a_byte WHEN a_byte <= 0 THEN 0 ELSE y_by / nullif(bb, 0) END AS byte_nanos
  FROM fitted
)
SELECT
  codec,
  layers,
  round(entry_nanos, 1) AS archive_nanos_per_file,
  round(byte_nanos, 6) AS archive_nanos_per_byte,
  round(compress_nanos / nullif(bytes, 0), 6) AS compress_nanos_per_byte,
  round(bytes / nullif(compress_nanos, 0) * 1e9, 0) AS compress_bytes_per_second,
  round(pull_bytes / nullif(bytes, 0), 6) AS pull_bytes_ratio
FROM positive
ORDER BY codec
