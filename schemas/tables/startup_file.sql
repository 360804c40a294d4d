-- The files that starts need, one row a start and content; a hard link is the file that it leads to.
--
-- made by: simulate startup
-- from: layer, layer_recipe, image, image_layer, image_tag
-- replaced
CREATE TABLE startup_file (
  image_digest STRING NOT NULL,
  run STRING NOT NULL COMMENT 'image and run are a start',
  layer_digest STRING NOT NULL COMMENT 'with position, the row of layer_recipe',
  position INT NOT NULL,
  depth INT NOT NULL COMMENT 'of the layer, 0 = base',
  path STRING NOT NULL COMMENT 'as in layer_recipe',
  fingerprint BINARY COMMENT 'of the content',
  bytes BIGINT NOT NULL COMMENT 'of the file',
  accesses BIGINT NOT NULL COMMENT 'lines of the lists',
  needed_bytes BIGINT NOT NULL COMMENT 'within any range that was read, each byte once'
)
