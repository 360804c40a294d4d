-- One row per layer and distinct content of its files, empty files left out. copies counts the files with this content,
-- and stored_bytes is what the first of them takes in the blob. first_bytes is the content's length up to 32 KiB: gzip
-- looks back no further.
SELECT
  layer_recipe.fingerprint,
  layer_number.layer_number,
  count(*) AS copies,
  min(layer_recipe.bytes) AS bytes,
  min(least(layer_recipe.bytes, 32768)) AS first_bytes,
  min_by(least(coalesce(layer_recipe.stored_bytes, layer_recipe.bytes), layer_recipe.bytes), layer_recipe.position) AS stored_bytes
FROM layer_recipe
JOIN layer_number ON layer_number.layer_digest = layer_recipe.layer_digest
WHERE layer_recipe.kind = 'FILE' AND layer_recipe.bytes > 0
GROUP BY layer_recipe.fingerprint, layer_number.layer_number
