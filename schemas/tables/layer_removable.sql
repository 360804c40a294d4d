-- Files in the places of table removable_path: one row a layer, name and place. They count whether or not another layer
-- has the same content. A file belongs to the first pattern that it matches. A file that a hard link of its layer leads to
-- from elsewhere is left out, as it would stay.
--
-- made by: derive
-- from: layer, layer_recipe, image_layer
-- replaced
CREATE TABLE layer_removable (
  layer_digest STRING NOT NULL,
  name STRING NOT NULL COMMENT 'as in removable_path',
  place STRING NOT NULL COMMENT 'the folder, without a slash before it: what the pattern begins with; of one that begins with %, the path up to the end of its first text; else the folder of the file',
  files BIGINT NOT NULL COMMENT 'FILE rows',
  bytes BIGINT NOT NULL COMMENT 'their bytes, uncompressed',
  stored_bytes BIGINT COMMENT 'the same as stored in the blob: the sum of layer_recipe.stored_bytes; null where an earlier version read the layer',
  deleted_files BIGINT NOT NULL COMMENT 'of files, those that a whiteout of a later layer deletes in every image that lists the layer: no image has them, and every pull fetches them. A file that a later layer writes again is not deleted',
  deleted_bytes BIGINT NOT NULL,
  deleted_stored_bytes BIGINT COMMENT 'null as stored_bytes is'
)
