-- What each update brings by directory: one row an update and a directory with files in its new layers that were read. A
-- file counts in its first two directories, /usr/lib for /usr/lib/python3/os.py; with fewer, in the one that it is in, / for
-- the root. Each copy of a content counts in the directory that it is in. The columns are those of image_update_layer, and add up to them over the layers of the update.
--
-- made by: derive
-- from: layer, layer_recipe, image, image_layer, image_tag, layer_number
-- replaced
CREATE TABLE image_update_directory (
  update_number INT NOT NULL COMMENT 'as in image_update',
  directory STRING NOT NULL,
  new_files BIGINT NOT NULL COMMENT 'distinct contents, where the first copy of each is',
  new_file_bytes BIGINT NOT NULL,
  new_file_stored_bytes BIGINT COMMENT 'null where an earlier version read a layer',
  avoidable_bytes BIGINT COMMENT 'likewise',
  repeated_bytes BIGINT COMMENT 'likewise'
)
