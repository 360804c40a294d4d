-- The definition of table file_path, one SELECT for both engines: one row per content, path and content type. Stored
-- bytes are null unless they are known for all of these files.
SELECT
  layer_recipe.fingerprint,
  layer_recipe.path,
  layer_recipe.content_type,
  count(*) AS files,
  min(layer_recipe.bytes) AS bytes,
  (SELECT count(*) FROM layer) AS all_layers,
  CASE WHEN count(layer_recipe.stored_bytes) = count(*) THEN sum(layer_recipe.stored_bytes) END
    AS stored_bytes,
  CASE WHEN count(layer_recipe.stored_bytes) = count(*) THEN max(layer_recipe.stored_bytes) END AS most_stored_bytes
FROM layer_recipe
JOIN layer ON layer.layer_digest = layer_recipe.layer_digest
WHERE layer_recipe.kind = 'FILE' AND layer_recipe.fingerprint IS NOT NULL
GROUP BY layer_recipe.fingerprint, layer_recipe.path, layer_recipe.content_type
