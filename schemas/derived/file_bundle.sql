-- The definition of table file_bundle, one SELECT for both engines. `varve derive` computes the same rows faster, by
-- grouping view file_owners (schemas/sharing/file_bundle.sql). A test compares the two.
WITH
-- One row per distinct content of files, with the sorted numbers of the layers that contain it.
content AS (
  SELECT
    layer_recipe.fingerprint,
    min(layer_recipe.bytes) AS bytes,
    array_sort(array_agg(DISTINCT layer_number.layer_number)) AS layers
  FROM layer_recipe
  JOIN layer_number ON layer_number.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE'
  GROUP BY layer_recipe.fingerprint
)
SELECT min(fingerprint) AS bundle, count(*) AS files, sum(bytes) AS bytes, layers,
  (SELECT count(*) FROM layer) AS all_layers
FROM content
GROUP BY layers
