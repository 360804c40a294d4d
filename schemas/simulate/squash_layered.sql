-- One row per image, layer and entry, as view clean_recipe has it: clean paths, and of a whiteout the path that it
-- hides.
-- Reads:
--   squash_image: the images whose layers were all read, numbered (squash_image.sql).
SELECT
  squash_image.image,
  image_layer.depth,
  clean_recipe.position,
  clean_recipe.path,
  clean_recipe.kind,
  clean_recipe.bytes,
  clean_recipe.link_target,
  clean_recipe.target
FROM clean_recipe
JOIN image_layer ON image_layer.layer_digest = clean_recipe.layer_digest
JOIN squash_image ON squash_image.image_digest = image_layer.image_digest
