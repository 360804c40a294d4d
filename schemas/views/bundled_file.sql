-- One row per set of contents that exactly the same layers contain (a bundle); layers has their numbers of view
-- layer_number, sorted. files and bytes count each content once. The rows are those of table file_bundle if derive has
-- made it for all layers that there are. Otherwise they are computed from the layers' recipes, at the cost of lists:
-- view stored_file costs less where no lists are needed. Every verb that reads has it.
--
-- from: file_bundle, layer, layer_recipe, layer_number
-- optional: file_bundle
-- otherwise: layer_recipe
SELECT bundle, files, bytes, layers
FROM file_bundle
WHERE all_layers = (SELECT count(*) FROM layer)
UNION ALL
-- Computed from recipes. While the table is up to date, unbundled_layer has no rows, so that no recipe is read.
SELECT min(fingerprint), count(*), CAST(sum(bytes) AS BIGINT), layers
FROM (
  SELECT /*+ BROADCAST(unbundled_layer) */
    layer_recipe.fingerprint,
    min(layer_recipe.bytes) AS bytes,
    array_sort(array_agg(DISTINCT unbundled_layer.layer_number)) AS layers
  FROM layer_recipe
  JOIN (
    SELECT layer_digest, layer_number
    FROM layer_number
    WHERE NOT EXISTS (SELECT 1 FROM file_bundle WHERE all_layers = (SELECT count(*) FROM layer))
  ) AS unbundled_layer ON unbundled_layer.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE' AND layer_recipe.fingerprint IS NOT NULL
  GROUP BY layer_recipe.fingerprint
) AS content
GROUP BY layers
