-- Contents of files by the layers that contain them: table file_bundle, or the same computed where that was not made
-- since the last layer came. Without lists, view stored_file costs less there. Every verb that reads has it.
--
-- from: file_bundle, layer, layer_recipe, layer_number
-- optional: file_bundle
-- otherwise: layer_recipe
SELECT bundle, files, bytes, layers
FROM file_bundle
WHERE all_layers = (SELECT count(*) FROM layer)
UNION ALL
SELECT min(fingerprint), count(*), CAST(sum(bytes) AS BIGINT), layers
FROM (
  SELECT /*+ BROADCAST(numbered) */
    layer_recipe.fingerprint,
    min(layer_recipe.bytes) AS bytes,
    array_sort(array_agg(DISTINCT numbered.layer_number)) AS layers
  FROM layer_recipe
  JOIN (
    SELECT layer_digest, layer_number
    FROM layer_number
    WHERE NOT EXISTS (SELECT 1 FROM file_bundle WHERE all_layers = (SELECT count(*) FROM layer))
  ) AS numbered ON numbered.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE' AND layer_recipe.fingerprint IS NOT NULL
  GROUP BY layer_recipe.fingerprint
) AS content
GROUP BY layers
