-- What does it cost to keep what archives have apart from file contents, so that layers can be restored?
-- One row a compression of the stored blobs, and all first. Framing is headers, long names, PAX records, padding,
-- trailers: raw_framing_bytes in the archives, framing_bytes as kept. content_bytes are contents of files in the
-- archives, each as often as it is there, holes left out. Sums and percentiles are over the layers that have framing
-- (framed_layers), each once, base layers included; percentiles of framing_bytes a layer are values that occur. Entries
-- are all kinds, hard links included. Ratios: raw_framing_ratio = raw framing over archive bytes; framing_archive_ratio
-- and framing_blob_ratio = kept framing over archive bytes and over the blobs' bytes.
--
-- subject: registry
-- first: compression layers archive_bytes framing_bytes framing_archive_ratio framing_blob_ratio
WITH
-- One row per layer that has framing.
framed_layer AS (
  SELECT
    layer_digest,
    sum(raw_bytes) AS raw_bytes,
    sum(content_bytes) AS content_bytes,
    sum(compressed_bytes) AS framing_bytes
  FROM layer_framing
  GROUP BY layer_digest
),
-- One row per layer; all columns are null if it has no framing.
layer_cost AS (
  SELECT
    layer.compression,
    framed_layer.raw_bytes,
    framed_layer.content_bytes,
    framed_layer.framing_bytes,
    CASE WHEN framed_layer.framing_bytes IS NOT NULL THEN layer.archive_bytes END AS archive_bytes,
    CASE WHEN framed_layer.framing_bytes IS NOT NULL THEN layer.compressed_bytes END AS blob_bytes,
    CASE WHEN framed_layer.framing_bytes IS NOT NULL THEN
      layer.files + layer.directories + layer.symlinks + layer.hard_links + layer.whiteouts + layer.other_entries
    END AS entries
  FROM layer
  LEFT JOIN framed_layer ON framed_layer.layer_digest = layer.layer_digest
),
-- One row per layer for row all (place 0), and one for the row of its compression (place 1).
cost_line AS (
  SELECT 0 AS place, 'all' AS name, layer_cost.* FROM layer_cost
  UNION ALL
  SELECT 1 AS place, compression AS name, layer_cost.* FROM layer_cost
)
SELECT
  name AS compression,
  count(*) AS layers,
  count(framing_bytes) AS framed_layers,
  coalesce(sum(entries), 0) AS entries,
  coalesce(sum(archive_bytes), 0) AS archive_bytes,
  coalesce(sum(blob_bytes), 0) AS blob_bytes,
  coalesce(sum(content_bytes), 0) AS content_bytes,
  coalesce(sum(raw_bytes), 0) AS raw_framing_bytes,
  coalesce(sum(framing_bytes), 0) AS framing_bytes,
  CAST(percentile_disc(0.50) WITHIN GROUP (ORDER BY framing_bytes) AS BIGINT) AS p50_framing_bytes,
  CAST(percentile_disc(0.90) WITHIN GROUP (ORDER BY framing_bytes) AS BIGINT) AS p90_framing_bytes,
  CAST(percentile_disc(0.99) WITHIN GROUP (ORDER BY framing_bytes) AS BIGINT) AS p99_framing_bytes,
  max(framing_bytes) AS max_framing_bytes,
  sum(framing_bytes) / nullif(sum(entries), 0) AS entry_framing_bytes,
  sum(raw_bytes) / nullif(sum(archive_bytes), 0) AS raw_framing_ratio,
  sum(framing_bytes) / nullif(sum(archive_bytes), 0) AS framing_archive_ratio,
  sum(framing_bytes) / nullif(sum(blob_bytes), 0) AS framing_blob_ratio
FROM cost_line
GROUP BY place, name
ORDER BY place, name
