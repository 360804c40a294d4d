-- Table startup_file: one row per start and file that it opened, with the entry of the layer that has the content.
-- Reads:
--   needed: one row per start and file that it opened; needed_bytes of the file were read.
--   squash_image: the images whose layers were all read, numbered (squash_image.sql).
SELECT
  squash_image.image_digest,
  needed.run,
  image_layer.layer_digest,
  needed.content_position AS position,
  needed.content_depth AS depth,
  layer_recipe.path,
  layer_recipe.fingerprint,
  needed.content_bytes AS bytes,
  needed.accesses,
  needed.needed_bytes
FROM needed
JOIN squash_image ON squash_image.image = needed.image
JOIN image_layer ON image_layer.image_digest = squash_image.image_digest AND image_layer.depth = needed.content_depth
JOIN layer_recipe
  ON layer_recipe.layer_digest = image_layer.layer_digest AND layer_recipe.position = needed.content_position
