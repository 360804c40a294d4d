-- How much would deduplication, compression, or both save here?
-- Files are FILE rows of the layers read: a hard link has no bytes and is no file. The empty file is one content of 0
-- bytes, so it moves counts only. Layers are counted once each, base layers like all others. What unique files would
-- take is null until derive. `both (sampled)` is what the unique files would take, each compressed by itself with
-- `codec`, estimated from files that were compressed while layers were read (report unique-file-compression).
-- Without a sample, as in warehouses of earlier versions, `both (estimate)` takes unique files to compress as well as
-- whole layers do, and can be far off. `layer sharing` is what is saved already by storing a layer once that several
-- images list.
--
-- subject: registry
-- first: mode things bytes low_bytes high_bytes savings_ratio compressed_savings_ratio compressed_fold
-- chart: bars x=mode y=bytes
WITH
-- The estimate from samples for all content types; of gzip-6, if it was measured.
sampled_estimate AS (
  SELECT codec, compressed_bytes, compressed_low_bytes, compressed_high_bytes
  FROM (
    SELECT
      file_compression.*,
      row_number() OVER (ORDER BY CASE WHEN codec = 'gzip-6' THEN 0 ELSE 1 END, codec) AS place
    FROM file_compression
    WHERE content_type = 'all'
  ) AS ranked
  WHERE place = 1
),
-- One row: the distinct contents; null before derive.
content_total AS (
  SELECT nullif(count(*), 0) AS unique_files, sum(bytes) AS unique_bytes
  FROM file_sharing
),
-- One row: all files of the layers, and their distinct contents.
file_total AS (
  SELECT
    coalesce(sum(layer.files), 0) AS files,
    coalesce(sum(layer.file_bytes), 0) AS file_bytes,
    max(content_total.unique_files) AS unique_files,
    max(content_total.unique_bytes) AS unique_bytes
  FROM content_total
  LEFT JOIN layer ON true
),
-- One row: all layers.
layer_total AS (
  SELECT
    count(*) AS layers,
    coalesce(sum(archive_bytes), 0) AS archive_bytes,
    coalesce(sum(compressed_bytes), 0) AS compressed_bytes
  FROM layer
),
-- One row per layer that images list; times is how often they do.
listing AS (
  SELECT layer_digest, count(*) AS times
  FROM image_layer
  GROUP BY layer_digest
),
-- One row: layers that were read and are listed, as often as they are listed and each once.
listed_total AS (
  SELECT
    coalesce(sum(listing.times), 0) AS listings,
    coalesce(sum(listing.times * layer.compressed_bytes), 0) AS listing_bytes,
    count(*) AS layers,
    coalesce(sum(layer.compressed_bytes), 0) AS layer_bytes
  FROM listing
  JOIN layer ON layer.layer_digest = listing.layer_digest
),
-- One row per mode.
mode_line AS (
  SELECT
    1 AS place, 'logical' AS mode, 'file' AS thing, files AS things, files AS baseline_things,
    file_bytes AS bytes, 'file bytes' AS baseline, file_bytes AS baseline_bytes
  FROM file_total
  UNION ALL
  SELECT
    2, 'archives', 'layer', layers, layers,
    archive_bytes, 'archive bytes', archive_bytes
  FROM layer_total
  UNION ALL
  SELECT
    3, 'dedup only', 'file', unique_files, files,
    unique_bytes, 'file bytes', file_bytes
  FROM file_total
  UNION ALL
  SELECT
    4, 'compression only', 'layer', layers, layers,
    compressed_bytes, 'archive bytes', archive_bytes
  FROM layer_total
  UNION ALL
  SELECT
    5,
    CASE WHEN sampled_estimate.codec IS NULL THEN 'both (estimate)' ELSE 'both (sampled)' END,
    'file',
    unique_files,
    files,
    coalesce(
      sampled_estimate.compressed_bytes,
      CAST(round(CAST(unique_bytes AS DOUBLE) * layer_total.compressed_bytes / nullif(archive_bytes, 0), 0) AS BIGINT)
    ),
    'file bytes',
    file_bytes
  FROM file_total
  CROSS JOIN layer_total
  LEFT JOIN sampled_estimate ON true
  UNION ALL
  SELECT
    6, 'layer sharing', 'layer', layers, listings,
    layer_bytes, 'compressed bytes as listed', listing_bytes
  FROM listed_total
),
-- The same rows, next to the bytes of the blobs as they are stored now.
compared_line AS (
  SELECT mode_line.*, layer_total.compressed_bytes
  FROM mode_line
  CROSS JOIN layer_total
)
SELECT
  -- mode: `both` leaves out headers and padding. `layer sharing` counts compressed blobs of layers read, repeats within
  --   an image too.
  mode,
  thing,
  things,
  baseline_things,
  bytes,
  -- baseline: names the bytes that bytes are compared with.
  baseline,
  baseline_bytes,
  -- savings_ratio: 1 - bytes / baseline_bytes, or 0 where nothing is saved; null of 0 bytes.
  CASE WHEN bytes > 0 THEN greatest(1 - bytes / nullif(baseline_bytes, 0), 0) END AS savings_ratio,
  -- fold: baseline_bytes / bytes.
  baseline_bytes / nullif(bytes, 0) AS fold,
  1 - things / nullif(baseline_things, 0) AS count_savings_ratio,
  baseline_things / nullif(things, 0) AS count_fold,
  -- compressed_savings_ratio: the same bytes against the compressed blobs that a registry stores already. 0 with a
  --   compressed_fold below 1 means that more would be stored than today.
  CASE WHEN bytes > 0 THEN greatest(1 - bytes / nullif(compared_line.compressed_bytes, 0), 0) END
    AS compressed_savings_ratio,
  compared_line.compressed_bytes / nullif(bytes, 0) AS compressed_fold,
  -- codec: gzip-6 where several were measured.
  sampled_estimate.codec,
  -- low_bytes: from low_bytes to high_bytes is the interval of 95 % of `both (sampled)`.
  sampled_estimate.compressed_low_bytes AS low_bytes,
  sampled_estimate.compressed_high_bytes AS high_bytes
FROM compared_line
LEFT JOIN sampled_estimate ON compared_line.mode = 'both (sampled)'
ORDER BY place
