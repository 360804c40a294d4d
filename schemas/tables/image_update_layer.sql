-- What each new layer of an update brings: one row a layer that the later image of a row of image_update lists, and the
-- earlier one does not. The stored bytes of its entries are new, avoidable or repeated, or those of no file. Null where
-- the layer was not read, and for stored bytes where an earlier version read it.
--
-- made by: derive
-- from: layer, layer_recipe, image, image_layer, image_tag, layer_number
-- replaced
CREATE TABLE image_update_layer (
  update_number INT NOT NULL COMMENT 'as in image_update',
  depth INT NOT NULL COMMENT 'in the later image, its lowest place; 0 = base',
  layer_digest STRING NOT NULL,
  new_layer_bytes BIGINT NOT NULL COMMENT 'bytes of the blob',
  same_archive_bytes BIGINT NOT NULL COMMENT 'the same where the earlier image has a layer with this diffID, compressed otherwise; else 0',
  new_files BIGINT COMMENT 'distinct contents of FILE rows that no layer of the earlier image contains, and no lower new layer',
  new_file_bytes BIGINT COMMENT 'of these, uncompressed, each once',
  new_file_stored_bytes BIGINT COMMENT 'of these, stored bytes of the first copy in the layer',
  avoidable_bytes BIGINT COMMENT 'stored bytes of files whose content a layer of the earlier image contains',
  repeated_bytes BIGINT COMMENT 'stored bytes of further copies of new contents, in this layer or in a higher new one'
)
