-- Distinct contents with the layers that contain them: a row a set of layers and a compression of blobs.
SELECT
  CAST(row_number() OVER (ORDER BY layers, compression) AS INT) AS part,
  layers,
  compression,
  min(first_layer) AS first_layer,
  count(*) AS files,
  CAST(sum(bytes) AS DOUBLE) AS bytes,
  CAST(sum(stored_bytes) AS DOUBLE) AS stored_bytes,
  CAST(sum(CASE WHEN bytes > CAST(:inline AS BIGINT) THEN 1 ELSE 0 END) AS BIGINT) AS objects,
  CAST(sum(CASE WHEN bytes > CAST(:inline AS BIGINT) THEN bytes ELSE 0 END) AS DOUBLE) AS object_bytes
FROM (
  SELECT
    layer_recipe.fingerprint,
    min(layer_recipe.bytes) AS bytes,
    min(coalesce(layer_recipe.stored_bytes, layer_recipe.bytes)) AS stored_bytes,
    min(layer.compression) AS compression,
    min(layer.layer_digest) AS first_layer,
    array_sort(array_agg(DISTINCT layer_number.layer_number)) AS layers
  FROM layer_recipe
  JOIN layer ON layer.layer_digest = layer_recipe.layer_digest
  JOIN layer_number ON layer_number.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE' AND layer_recipe.bytes > 0
  GROUP BY layer_recipe.fingerprint
) AS content
GROUP BY layers, compression
