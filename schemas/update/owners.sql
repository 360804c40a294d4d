-- One row per distinct file content in the layers of updates' images. owners are the numbers of those layers that
-- contain it, in ascending order.
-- Reads:
--   update_listed: layers of the images of updates (listed.sql).
SELECT fingerprint, min(bytes) AS bytes, count(*) AS layers, array_sort(array_agg(layer_number)) AS owners
FROM (
  SELECT layer_recipe.fingerprint, updated_layer.layer_number, min(layer_recipe.bytes) AS bytes
  FROM layer_recipe
  JOIN (SELECT DISTINCT layer_number, layer_digest FROM update_listed WHERE layer_number IS NOT NULL) AS updated_layer
    ON updated_layer.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE'
  GROUP BY layer_recipe.fingerprint, updated_layer.layer_number
) AS layer_content
GROUP BY fingerprint
