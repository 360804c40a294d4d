-- Table layer_duplicate: one row per layer and cause, with the copies of contents beyond the one that is kept. The
-- layers with a content are sorted by path, base image and number, those that wait for a collection of garbage last; the
-- first one keeps it. A path or base that differs from the row before is then a new one, which gives the cause. stored_bytes is null if it is not known for some of the
-- files.
-- Reads:
--   twin_placed: contents of layers with base and near twin (placed.sql).
--   twin_exact: layers with their exact twins (exact.sql).
WITH
-- One row per content and layer with it, next to path and base of the row before it with the same content.
content_layer AS (
  SELECT
    layer, bytes, most_stored_bytes, path, base,
    lag(path) OVER (PARTITION BY fingerprint ORDER BY waits, path, base, layer) AS path_before,
    lag(base) OVER (PARTITION BY fingerprint ORDER BY waits, path, base, layer) AS base_before
  FROM twin_placed
  WHERE NOT near
),
-- One row per layer, content and cause: the copies that are duplicates.
duplicate AS (
  SELECT layer, 'near' AS cause, copies AS files, copies * bytes AS bytes, stored_bytes FROM twin_placed WHERE near
  UNION ALL
  SELECT layer, 'same layer', copies - 1, (copies - 1) * bytes, stored_bytes - most_stored_bytes
  FROM twin_placed
  WHERE NOT near AND copies > 1
  UNION ALL
  SELECT
    layer,
    CASE
      WHEN path <> path_before THEN 'other path'
      WHEN base <> base_before THEN 'other base'
      ELSE 'same base'
    END,
    1,
    bytes,
    most_stored_bytes
  FROM content_layer
  WHERE path_before IS NOT NULL
),
-- One row per layer with an exact twin, all of whose files are duplicates: their stored bytes.
twin_stored AS (
  SELECT /*+ BROADCAST(twin_exact) */
    twin_exact.layer_digest,
    CASE WHEN count(layer_recipe.stored_bytes) = count(*) THEN sum(layer_recipe.stored_bytes) END AS stored_bytes
  FROM layer_recipe
  JOIN (SELECT layer_digest FROM twin_exact WHERE cause IS NOT NULL) AS twin_exact
    ON twin_exact.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE'
  GROUP BY twin_exact.layer_digest
)
SELECT
  twin_exact.layer_digest,
  duplicate.cause,
  sum(duplicate.files) AS files,
  sum(duplicate.bytes) AS bytes,
  CASE WHEN count(duplicate.stored_bytes) = count(*) THEN sum(duplicate.stored_bytes) END AS stored_bytes
FROM duplicate
JOIN twin_exact ON twin_exact.layer = duplicate.layer
GROUP BY twin_exact.layer_digest, duplicate.cause
UNION ALL
SELECT twin_exact.layer_digest, twin_exact.cause, twin_exact.files, twin_exact.file_bytes, twin_stored.stored_bytes
FROM twin_exact
LEFT JOIN twin_stored ON twin_stored.layer_digest = twin_exact.layer_digest
WHERE twin_exact.cause IS NOT NULL AND twin_exact.files > 0
