-- What would a registry save that stores unique files and framing, and makes archives or blobs again from these?
-- One row a mode, for the layers that rebuild tried last and could read. archives: only archives come back, and
-- whatever is not an archive is not stored. blobs: blobs come back too, so whole blobs are kept of layers whose blob no
-- encoder gives. apart: such a layer is stored as its blob alone, without its files and framing. A layer without
-- framing does not come back: its blob is kept in each mode. A sample of layers has fewer duplicates than the registry:
-- its savings are lower.
--
-- subject: registry
-- first: mode stored_bytes savings_ratio blob_bytes file_store_bytes framing_bytes kept_bytes
-- chart: bars x=mode y=file_store_bytes+framing_bytes+kept_bytes; What a registry that makes layers again would store
WITH
-- One row per layer that has framing.
framing AS (
  SELECT layer_digest, sum(compressed_bytes) AS bytes
  FROM layer_framing
  GROUP BY layer_digest
),
-- One row per layer that was tried and read. has_archive: its archive comes back; has_blob: its blob does too.
tried AS (
  SELECT
    layer_rebuild.*,
    framing.bytes AS framing_bytes,
    framing.bytes IS NOT NULL AS has_archive,
    framing.bytes IS NOT NULL AND layer_rebuild.outcome = 'exact' AS has_blob
  FROM layer_rebuild
  LEFT JOIN framing ON framing.layer_digest = layer_rebuild.layer_digest
  WHERE layer_rebuild.outcome <> 'unreadable'
),
-- One row per distinct content of the archives that come back. in_blob is 1 if one of their blobs comes back too.
content AS (
  SELECT
    layer_recipe.fingerprint,
    min(layer_recipe.bytes) AS bytes,
    max(CASE WHEN tried.has_blob THEN 1 ELSE 0 END) AS in_blob
  FROM layer_recipe
  JOIN tried ON tried.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE' AND tried.has_archive
  GROUP BY layer_recipe.fingerprint
),
-- One row: the distinct contents of archives that come back, and of blobs that come back.
file_total AS (
  SELECT coalesce(sum(bytes), 0) AS bytes, coalesce(sum(CASE WHEN in_blob = 1 THEN bytes END), 0) AS blob_file_bytes
  FROM content
),
-- One row: sums over the layers that were read.
layer_total AS (
  SELECT
    coalesce(sum(blob_bytes), 0) AS blob_bytes,
    coalesce(sum(CASE WHEN has_archive THEN blob_bytes END), 0) AS archived_blob_bytes,
    coalesce(sum(CASE WHEN has_archive THEN archive_bytes END), 0) AS archive_bytes,
    coalesce(sum(CASE WHEN has_archive THEN framing_bytes END), 0) AS framing_bytes,
    coalesce(sum(CASE WHEN has_blob THEN framing_bytes END), 0) AS blob_framing_bytes,
    coalesce(sum(CASE WHEN has_archive THEN 0 ELSE blob_bytes END), 0) AS unframed_bytes,
    coalesce(sum(CASE WHEN has_blob THEN kept_bytes ELSE blob_bytes END), 0) AS kept_bytes
  FROM tried
),
-- One row per mode: the uncompressed files, the framing and the kept bytes that it stores.
line AS (
  SELECT 1 AS place, 'archives' AS mode, file_total.bytes AS file_bytes, framing_bytes, unframed_bytes AS kept_bytes
  FROM file_total
  CROSS JOIN layer_total
  UNION ALL
  SELECT 2, 'blobs', file_total.bytes, framing_bytes, kept_bytes FROM file_total CROSS JOIN layer_total
  UNION ALL
  SELECT 3, 'apart', blob_file_bytes, blob_framing_bytes, kept_bytes FROM file_total CROSS JOIN layer_total
),
-- The same rows; file_store_bytes is the estimate of the files compressed.
stored_line AS (
  SELECT
    line.*,
    layer_total.blob_bytes,
    coalesce(
      round(CAST(file_bytes AS DOUBLE) * layer_total.archived_blob_bytes / nullif(layer_total.archive_bytes, 0), 0),
      0
    ) AS file_store_bytes
  FROM line
  CROSS JOIN layer_total
)
SELECT
  mode,
  -- blob_bytes: the blobs of all layers tried, as they are stored now.
  blob_bytes,
  -- file_store_bytes: an ESTIMATE as in dedup-summary: unique files, compressed as well as all layers tried.
  CAST(file_store_bytes AS BIGINT) AS file_store_bytes,
  framing_bytes,
  -- kept_bytes: whole blobs of layers without framing; of blobs and apart also blobs that no encoder gives, and names
  --   of encoders and headers.
  kept_bytes,
  -- stored_bytes: file_store_bytes + framing_bytes + kept_bytes.
  CAST(file_store_bytes AS BIGINT) + framing_bytes + kept_bytes AS stored_bytes,
  -- savings_ratio: 1 - stored_bytes / blob_bytes, and 0 where nothing is saved.
  greatest(1 - (file_store_bytes + framing_bytes + kept_bytes) / nullif(blob_bytes, 0), 0) AS savings_ratio
FROM stored_line
WHERE EXISTS (SELECT 1 FROM layer_rebuild)
ORDER BY place
