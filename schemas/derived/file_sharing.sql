-- The definition of table file_sharing, one SELECT for both engines: one row per distinct content of FILE entries.
-- `varve derive` computes the same by schemas/sharing, one content at a time. Distinct counts after joins that multiply
-- the copies are too slow for many rows. A test compares the two.
SELECT
  layer_recipe.fingerprint,
  min(layer_recipe.bytes) AS bytes,
  count(DISTINCT (layer_recipe.layer_digest, layer_recipe.position)) AS copies,
  count(DISTINCT layer_recipe.layer_digest) AS layers,
  count(DISTINCT image_layer.image_digest) AS images,
  count(DISTINCT image_tag.repository) AS repositories
FROM layer_recipe
JOIN layer ON layer.layer_digest = layer_recipe.layer_digest
LEFT JOIN image_layer ON image_layer.layer_digest = layer_recipe.layer_digest
LEFT JOIN image_tag ON image_tag.image_digest = image_layer.image_digest
WHERE layer_recipe.kind = 'FILE'
GROUP BY layer_recipe.fingerprint
