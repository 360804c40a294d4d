-- Which stored blobs come back bit for bit when their archives are compressed again?
-- One row for all layers that rebuild tried last, then one for each kind of blob and each encoder and level that gives
-- it. Rows without an encoder are blobs that no encoder gives: a registry must keep them. What a registry would save
-- then: report blob-rebuild-savings.
--
-- subject: registry
-- first: encoder_family encoder level layers exact_layers exact_blob_ratio kept_bytes
WITH
-- One row for all layers that were tried, and one per kind of blob, encoder and level.
line AS (
  SELECT
    grouping(family) AS is_total,
    family,
    encoder,
    level,
    count(*) AS layers,
    sum(CASE WHEN outcome = 'exact' THEN 1 ELSE 0 END) AS exact_layers,
    sum(CASE WHEN outcome = 'kept' THEN 1 ELSE 0 END) AS kept_layers,
    sum(CASE WHEN outcome = 'unreadable' THEN 1 ELSE 0 END) AS unreadable_layers,
    coalesce(sum(CASE WHEN outcome <> 'unreadable' THEN blob_bytes END), 0) AS blob_bytes,
    coalesce(sum(CASE WHEN outcome = 'exact' THEN blob_bytes END), 0) AS exact_blob_bytes,
    coalesce(sum(kept_bytes), 0) AS kept_bytes,
    coalesce(sum(CASE WHEN outcome = 'kept' THEN blob_bytes END), 0) AS kept_blob_bytes,
    sum(attempts) AS attempts,
    sum(search_nanos) AS search_nanos,
    coalesce(sum(rebuild_nanos), 0) AS rebuild_nanos
  FROM (SELECT layer_rebuild.*, coalesce(encoder_family, 'unreadable') AS family FROM layer_rebuild) AS tried
  GROUP BY GROUPING SETS ((), (family, encoder, level))
  -- Where nothing was tried there are no rows, not a total of nothing.
  HAVING count(*) > 0
),
-- One row: all layers, tried or not.
registry_total AS (
  SELECT count(*) AS layers FROM layer
)
SELECT
  -- encoder_family: the kind of blob, as header and block structure show.
  CASE WHEN is_total = 1 THEN 'all' ELSE family END AS encoder_family,
  encoder,
  level,
  -- layers: those tried, of registry_layers. Sums of bytes and ratios leave unreadable_layers out.
  line.layers,
  CASE WHEN is_total = 1 THEN registry_total.layers END AS registry_layers,
  exact_layers,
  kept_layers,
  unreadable_layers,
  blob_bytes,
  exact_blob_bytes,
  -- exact_layer_ratio: the share of layers that come back, as exact_blob_ratio of their blob bytes.
  exact_layers / nullif(exact_layers + kept_layers, 0) AS exact_layer_ratio,
  exact_blob_bytes / nullif(blob_bytes, 0) AS exact_blob_ratio,
  -- kept_bytes: what is kept apart from the archives: names of encoders and headers, and whole blobs of the rest,
  --   kept_blob_bytes.
  kept_bytes,
  kept_blob_bytes,
  attempts,
  -- search_seconds: of all attempts.
  search_nanos / 1e9 AS search_seconds,
  -- rebuild_seconds: of the attempts that gave the blob: reading, decompressing, compressing, comparing, on one core.
  rebuild_nanos / 1e9 AS rebuild_seconds
FROM line
CROSS JOIN registry_total
ORDER BY is_total DESC, family, encoder NULLS LAST, level NULLS LAST
