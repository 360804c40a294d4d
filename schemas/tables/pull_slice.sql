-- Which part of a layer is on which server when layers are kept as files: one row a slice, at least one a layer.
--
-- made by: simulate pulls
-- from: layer, layer_recipe, image, image_layer
-- replaced
CREATE TABLE pull_slice (
  servers INT NOT NULL COMMENT 'that the layers are spread over',
  layer_digest STRING NOT NULL,
  server INT NOT NULL COMMENT 'from 0',
  master BOOLEAN NOT NULL COMMENT 'whether this server merges the slices',
  files BIGINT NOT NULL COMMENT 'paths whose contents it contains; 0 for a layer without files',
  bytes BIGINT NOT NULL COMMENT 'of these files, every path counted',
  new_files BIGINT NOT NULL COMMENT 'contents that it took in with this layer',
  new_bytes BIGINT NOT NULL COMMENT 'of these, each once'
)
