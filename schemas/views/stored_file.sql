-- Files by the layers that contain them: a row a bundle of contents and a layer, of table file_bundle. Where that was not made
-- since the last layer came, every content is a bundle of its own, with a row a copy: so group by bundle. Layers are never
-- taken away, so as many layers are the same ones. Spark sends the numbers of all layers to every task. In DuckDB itself,
-- explode is unnest. Every verb that reads has it.
--
-- from: file_bundle, layer, layer_recipe, layer_number
-- optional: file_bundle
-- otherwise: layer_recipe
SELECT bundle, explode(layers) AS layer_number, files, bytes
FROM file_bundle
WHERE all_layers = (SELECT count(*) FROM layer)
UNION ALL
SELECT /*+ BROADCAST(numbered) */
  layer_recipe.fingerprint, numbered.layer_number, CAST(1 AS BIGINT), layer_recipe.bytes
FROM layer_recipe
JOIN (
  SELECT layer_digest, layer_number
  FROM layer_number
  WHERE NOT EXISTS (SELECT 1 FROM file_bundle WHERE all_layers = (SELECT count(*) FROM layer))
) AS numbered ON numbered.layer_digest = layer_recipe.layer_digest
WHERE layer_recipe.kind = 'FILE' AND layer_recipe.fingerprint IS NOT NULL
