-- Contents of files by their paths: a row is a content, a path and a type, with the copies over all layers. Questions
-- about paths and types, of any layer, read it by view named_file, as it has far fewer rows than the recipes. Counted
-- are FILE rows of published layers, the empty file among them. Sorted by fingerprint, path, content_type.
--
-- made by: derive
-- from: layer, layer_recipe
-- replaced
CREATE TABLE file_path (
  fingerprint BINARY NOT NULL,
  path STRING NOT NULL COMMENT 'as in layer_recipe',
  content_type STRING COMMENT 'as in layer_recipe',
  files BIGINT NOT NULL COMMENT 'FILE rows, over all layers',
  bytes BIGINT NOT NULL COMMENT 'of one of them, uncompressed',
  all_layers BIGINT NOT NULL COMMENT 'published layers when the table was made: as long as there are as many, it is valid',
  stored_bytes BIGINT COMMENT 'of these rows, as stored in the blobs: the sum of layer_recipe.stored_bytes; null where an earlier version read one of them, or made the table',
  most_stored_bytes BIGINT COMMENT 'of the row that takes most, as stored; null as stored_bytes is'
)
