-- The number of other images that have at least one layer in common with an image.
SELECT count(DISTINCT image_digest) AS images
FROM image_layer
WHERE image_digest <> :digest AND layer_digest IN (
  SELECT layer_digest FROM image_layer WHERE image_digest = :digest
)
