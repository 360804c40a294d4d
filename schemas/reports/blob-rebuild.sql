-- Which stored blobs come back bit for bit when their archives are compressed again, and what must a registry keep?
-- One row for all layers that rebuild tried last, then one for each kind of blob and each encoder and level that gives
-- it. Rows without an encoder are blobs that nothing gives, which are kept. Savings are those of the layers tried, in
-- the first row: 1 - stored / blob_bytes, and 0 where nothing is saved. Stored are unique files and framing. A layer
-- without framing does not come back: its blob is kept in all savings. A sample has fewer duplicates than the registry:
-- its savings are lower.
--
-- subject: registry
-- first: encoder_family encoder level layers exact_layers exact_blob_ratio kept_bytes blob_savings_ratio
WITH
framed AS (
  SELECT layer_digest, sum(compressed_bytes) AS framing_bytes
  FROM layer_framing
  GROUP BY layer_digest
),
tried AS (
  SELECT
    layer_rebuild.*,
    framed.framing_bytes,
    outcome <> 'unreadable' AS is_read,
    outcome <> 'unreadable' AND framed.framing_bytes IS NOT NULL AS has_archive,
    outcome = 'exact' AND framed.framing_bytes IS NOT NULL AS has_blob
  FROM layer_rebuild
  LEFT JOIN framed ON framed.layer_digest = layer_rebuild.layer_digest
),
content AS (
  SELECT
    layer_recipe.fingerprint,
    min(layer_recipe.bytes) AS bytes,
    max(CASE WHEN tried.has_blob THEN 1 ELSE 0 END) AS of_exact
  FROM layer_recipe
  JOIN tried ON tried.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE' AND tried.has_archive
  GROUP BY layer_recipe.fingerprint
),
files AS (
  SELECT
    coalesce(sum(bytes), 0) AS bytes,
    coalesce(sum(CASE WHEN of_exact = 1 THEN bytes END), 0) AS exact_bytes
  FROM content
),
total AS (
  SELECT
    coalesce(sum(CASE WHEN is_read THEN blob_bytes END), 0) AS blob_bytes,
    coalesce(sum(CASE WHEN has_archive THEN framing_bytes END), 0) AS framing_bytes,
    coalesce(sum(CASE WHEN has_archive THEN blob_bytes END), 0) AS archived_blob_bytes,
    coalesce(sum(CASE WHEN has_archive THEN archive_bytes END), 0) AS archive_bytes,
    coalesce(sum(CASE WHEN has_blob THEN framing_bytes END), 0) AS exact_framing_bytes,
    coalesce(sum(CASE WHEN has_blob THEN blob_bytes END), 0) AS exact_blob_bytes,
    coalesce(sum(CASE WHEN has_blob THEN kept_bytes END), 0) AS exact_kept_bytes
  FROM tried
),
stored AS (
  SELECT
    total.blob_bytes,
    total.framing_bytes,
    round(coalesce(CAST(files.bytes AS DOUBLE) * total.archived_blob_bytes / nullif(total.archive_bytes, 0), 0), 0) AS file_bytes,
    round(coalesce(CAST(files.exact_bytes AS DOUBLE) * total.archived_blob_bytes / nullif(total.archive_bytes, 0), 0), 0)
      + total.exact_framing_bytes AS exact_bytes,
    total.blob_bytes - total.archived_blob_bytes AS unframed_bytes,
    total.blob_bytes - total.exact_blob_bytes + total.exact_kept_bytes AS kept_bytes
  FROM total
  CROSS JOIN files
),
saved AS (
  SELECT
    file_bytes,
    framing_bytes,
    1 - (file_bytes + framing_bytes + unframed_bytes) / nullif(blob_bytes, 0) AS of_archives,
    1 - (file_bytes + framing_bytes + kept_bytes) / nullif(blob_bytes, 0) AS of_blobs,
    1 - (exact_bytes + kept_bytes) / nullif(blob_bytes, 0) AS apart
  FROM stored
),
listed AS (
  SELECT 0 AS place, 'all' AS family, NULL AS by_encoder, NULL AS by_level, tried.*
  FROM tried
  UNION ALL
  SELECT 1 AS place, coalesce(encoder_family, 'unreadable') AS family, encoder AS by_encoder, level AS by_level, tried.*
  FROM tried
),
line AS (
  SELECT
    place,
    family,
    by_encoder,
    by_level,
    count(*) AS layers,
    sum(CASE WHEN outcome = 'exact' THEN 1 ELSE 0 END) AS exact_layers,
    sum(CASE WHEN outcome = 'kept' THEN 1 ELSE 0 END) AS kept_layers,
    sum(CASE WHEN outcome = 'unreadable' THEN 1 ELSE 0 END) AS unreadable_layers,
    coalesce(sum(CASE WHEN is_read THEN blob_bytes END), 0) AS blob_bytes,
    coalesce(sum(CASE WHEN outcome = 'exact' THEN blob_bytes END), 0) AS exact_blob_bytes,
    coalesce(sum(kept_bytes), 0) AS kept_bytes,
    coalesce(sum(CASE WHEN outcome = 'kept' THEN blob_bytes END), 0) AS kept_blob_bytes,
    sum(attempts) AS attempts,
    sum(search_nanos) AS search_nanos,
    coalesce(sum(rebuild_nanos), 0) AS rebuild_nanos
  FROM listed
  GROUP BY place, family, by_encoder, by_level
),
registry AS (
  SELECT count(*) AS layers FROM layer
)
SELECT
  -- encoder_family: the kind of blob, as header and block structure show.
  line.family AS encoder_family,
  line.by_encoder AS encoder,
  line.by_level AS level,
  -- layers: those tried, of registry_layers. Sums of bytes, ratios and savings leave unreadable_layers out.
  line.layers,
  CASE WHEN line.place = 0 THEN registry.layers END AS registry_layers,
  line.exact_layers,
  line.kept_layers,
  line.unreadable_layers,
  line.blob_bytes,
  line.exact_blob_bytes,
  -- exact_layer_ratio: the share of layers that come back, as exact_blob_ratio of their blob bytes.
  line.exact_layers / nullif(line.exact_layers + line.kept_layers, 0) AS exact_layer_ratio,
  line.exact_blob_bytes / nullif(line.blob_bytes, 0) AS exact_blob_ratio,
  -- kept_bytes: what is kept apart from the archives: names of encoders and headers, and whole blobs of the rest,
  --   kept_blob_bytes.
  line.kept_bytes,
  line.kept_blob_bytes,
  line.attempts,
  -- search_seconds: of all attempts.
  line.search_nanos / 1e9 AS search_seconds,
  -- rebuild_seconds: of the attempts that gave the blob: reading, decompressing, compressing, comparing, on one core.
  line.rebuild_nanos / 1e9 AS rebuild_seconds,
  -- file_store_bytes: an ESTIMATE as in dedup-summary: unique files, compressed as well as all layers tried.
  CASE WHEN line.place = 0 THEN CAST(saved.file_bytes AS BIGINT) END AS file_store_bytes,
  CASE WHEN line.place = 0 THEN saved.framing_bytes END AS framing_bytes,
  -- archive_savings_ratio: archives come back and blobs need not: nothing else is stored.
  CASE WHEN line.place = 0 THEN greatest(saved.of_archives, 0) END AS archive_savings_ratio,
  -- blob_savings_ratio: kept_bytes are stored too, so that all blobs come back.
  CASE WHEN line.place = 0 THEN greatest(saved.of_blobs, 0) END AS blob_savings_ratio,
  -- apart_savings_ratio: layers whose blobs are kept are also served from them, and leave no files in the store.
  CASE WHEN line.place = 0 THEN greatest(saved.apart, 0) END AS apart_savings_ratio
FROM line
CROSS JOIN saved
CROSS JOIN registry
ORDER BY line.place, line.family, line.by_encoder NULLS LAST, line.by_level NULLS LAST
