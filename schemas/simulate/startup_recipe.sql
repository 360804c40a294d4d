-- The entries of the layers of these images that unpacking knows.
SELECT
  layer_recipe.layer_digest,
  layer_recipe.position,
  layer_recipe.path,
  layer_recipe.kind,
  layer_recipe.bytes,
  layer_recipe.link_target
FROM layer_recipe
LEFT SEMI JOIN (
  SELECT image_layer.layer_digest
  FROM image_layer
  JOIN startup_image ON startup_image.image_digest = image_layer.image_digest
) AS listed ON listed.layer_digest = layer_recipe.layer_digest
WHERE layer_recipe.kind <> 'METADATA'
