-- Files of layers by path. The rows are those of table file_path, one per content, path and type, if derive has made
-- it for all layers that there are. Otherwise there is one row per file of each layer: so group by content, path and
-- type. Layers are never taken away, so an equal number of layers means the same layers. Spark sends the digests of
-- all layers to every task, and reads no recipes where table file_path is up to date. Every verb that reads has it.
--
-- from: file_path, layer, layer_recipe
-- optional: file_path
-- otherwise: layer_recipe
SELECT fingerprint, path, content_type, files, bytes, stored_bytes, most_stored_bytes
FROM file_path
WHERE all_layers = (SELECT count(*) FROM layer)
UNION ALL
-- Computed from recipes. While the table is up to date, unlisted_layer has no rows, so that no recipe is read.
SELECT /*+ BROADCAST(unlisted_layer) */
  layer_recipe.fingerprint, layer_recipe.path, layer_recipe.content_type, CAST(1 AS BIGINT), layer_recipe.bytes,
  layer_recipe.stored_bytes, layer_recipe.stored_bytes
FROM layer_recipe
JOIN (
  SELECT layer_digest
  FROM layer
  WHERE NOT EXISTS (SELECT 1 FROM file_path WHERE all_layers = (SELECT count(*) FROM layer))
) AS unlisted_layer ON unlisted_layer.layer_digest = layer_recipe.layer_digest
WHERE layer_recipe.kind = 'FILE' AND layer_recipe.fingerprint IS NOT NULL
