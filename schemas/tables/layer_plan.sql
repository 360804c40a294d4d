-- The layers of each plan of layer_plan_result but as-built and files-alone, as the newest image has them, or the newest ones of
-- several lines together. A layer that only earlier images have has no entries.
--
-- made by: simulate layers
-- from: layer, layer_recipe, image, image_layer, image_update
-- replaced
CREATE TABLE layer_plan (
  repository STRING COMMENT 'as in layer_plan_result',
  platform STRING NOT NULL,
  policy STRING NOT NULL,
  max_layers INT NOT NULL,
  layer INT NOT NULL COMMENT 'from 0',
  name STRING NOT NULL COMMENT 'what is in it: packages or directories',
  entries BIGINT NOT NULL COMMENT 'files, links, folders and others',
  bytes BIGINT NOT NULL COMMENT 'uncompressed, each content of an image once',
  compressed_bytes BIGINT NOT NULL COMMENT 'as the blobs that these entries came from store them',
  learned_updates INT NOT NULL COMMENT 'of the updates to learned images, those that change it',
  judged_updates INT NOT NULL COMMENT 'of the updates that were judged, those that change it',
  days_between_updates DOUBLE COMMENT 'days that a line lasts over the updates of both that change the layer; null where none does'
)
