-- The entries of the layers of compared images, without METADATA entries, which unpacking ignores. link_target is that
-- of a symbolic link, target that of a hard link.
-- Reads:
--   update_level: layers of both images of each compared update (level.sql).
SELECT
  layer_recipe.layer_digest,
  layer_recipe.position,
  layer_recipe.path,
  layer_recipe.kind,
  layer_recipe.bytes,
  layer_recipe.fingerprint,
  CASE WHEN layer_recipe.kind = 'SYMLINK' THEN layer_recipe.link_target END AS link_target,
  CASE WHEN layer_recipe.kind = 'HARD_LINK' THEN layer_recipe.link_target END AS target
FROM layer_recipe
SEMI JOIN (SELECT DISTINCT layer_digest FROM update_level) AS compared_layer
  ON compared_layer.layer_digest = layer_recipe.layer_digest
WHERE layer_recipe.kind <> 'METADATA'
