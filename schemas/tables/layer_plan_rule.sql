-- The rules of each plan in layer_plan: which paths are in which layer. The rule of a path itself decides, or else that of the
-- nearest folder above it, so that paths never seen before have a layer too. Rules that say what the folder above says are
-- left out.
--
-- made by: simulate layers
-- from: layer, layer_recipe, image, image_layer, image_update
-- replaced
CREATE TABLE layer_plan_rule (
  repository STRING COMMENT 'as in layer_plan_result',
  platform STRING NOT NULL,
  policy STRING NOT NULL,
  max_layers INT NOT NULL,
  path STRING NOT NULL COMMENT 'relative to the root; of a folder, with all below it, it ends in a slash, and / is the root; # is any version or hash',
  layer INT NOT NULL
)
