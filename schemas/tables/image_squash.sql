-- What the layers above leave of each layer of an image, one row a layer of an image whose layers were all read. A file is
-- hidden when no path of the unpacked image, of the file or of a hard link to it, leads to its content any more.
--
-- made by: simulate startup
-- from: layer, layer_recipe, image, image_layer, image_tag
-- replaced
CREATE TABLE image_squash (
  image_digest STRING NOT NULL,
  depth INT NOT NULL COMMENT '0 = base',
  layer_digest STRING NOT NULL,
  layers INT NOT NULL COMMENT 'of the image',
  files BIGINT NOT NULL COMMENT 'FILE entries of the layer',
  file_bytes BIGINT NOT NULL,
  hidden_files BIGINT NOT NULL,
  hidden_bytes BIGINT NOT NULL,
  paths BIGINT NOT NULL COMMENT 'paths of the unpacked image whose entry is in this layer: files, links, folders and others, the root too where a layer lists it; folders that no layer lists are in none',
  hidden_stored_bytes BIGINT COMMENT 'of the hidden files, as stored in the blob; null where an earlier version read the layer, or made the table'
)
