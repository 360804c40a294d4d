-- One row per distinct content of each layer that has no exact twin. copies is the number of its files there. path is
-- the smallest hash of their paths in the layer, so that layers with the same paths have the same one. Stored bytes
-- are null if they are not known for one of the copies.
-- Reads:
--   twin_exact: layers with their exact twins (exact.sql).
SELECT /*+ BROADCAST(kept) */
  kept.layer,
  layer_recipe.fingerprint,
  min(layer_recipe.bytes) AS bytes,
  count(*) AS copies,
  min(xxhash64(layer_recipe.path)) AS path,
  CASE WHEN count(layer_recipe.stored_bytes) = count(*) THEN sum(layer_recipe.stored_bytes) END AS stored_bytes,
  CASE WHEN count(layer_recipe.stored_bytes) = count(*) THEN max(layer_recipe.stored_bytes) END AS most_stored_bytes
FROM layer_recipe
JOIN (SELECT layer, layer_digest FROM twin_exact WHERE cause IS NULL) AS kept
  ON kept.layer_digest = layer_recipe.layer_digest
WHERE layer_recipe.kind = 'FILE' AND layer_recipe.fingerprint IS NOT NULL
GROUP BY kept.layer, layer_recipe.fingerprint
