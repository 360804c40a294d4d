-- One row per bundle of contents and layer that contains it, by its number of view layer_number. A bundle is a set of
-- contents that exactly the same layers contain; files and bytes count each content once. The rows are those of table
-- file_bundle if derive has made it for all layers that there are. Otherwise each content is a bundle of its own, and
-- a content that a layer contains several times has several rows: so group by bundle. Layers are never taken away, so
-- an equal number of layers means the same layers.
-- Spark sends the numbers of all layers to every task. In DuckDB itself, explode is unnest. Every verb that reads has
-- it.
--
-- from: file_bundle, layer, layer_recipe, layer_number
-- optional: file_bundle
-- otherwise: layer_recipe
SELECT bundle, explode(layers) AS layer_number, files, bytes
FROM file_bundle
WHERE all_layers = (SELECT count(*) FROM layer)
UNION ALL
-- Computed from recipes. While the table is up to date, unbundled_layer has no rows, so that no recipe is read.
SELECT /*+ BROADCAST(unbundled_layer) */
  layer_recipe.fingerprint, unbundled_layer.layer_number, CAST(1 AS BIGINT), layer_recipe.bytes
FROM layer_recipe
JOIN (
  SELECT layer_digest, layer_number
  FROM layer_number
  WHERE NOT EXISTS (SELECT 1 FROM file_bundle WHERE all_layers = (SELECT count(*) FROM layer))
) AS unbundled_layer ON unbundled_layer.layer_digest = layer_recipe.layer_digest
WHERE layer_recipe.kind = 'FILE' AND layer_recipe.fingerprint IS NOT NULL
