-- Why the duplicate files of a layer are there: one row a layer and cause. A duplicate is a copy of a content beyond
-- the one that is kept; each counts in one row, so files and bytes add up to those of file_sharing: copies - 1 of
-- each. All files of a layer that is kept in another one have the cause of layer_twin; of a layer that is near to
-- another, so have those whose content the other contains. The rest: of the copies within one layer all but one are same
-- layer. Then one copy of the content is kept. Another one is same base where a layer over the same base image has it
-- at the same path (the base among them). It is other base where one over another base does, else other path. A layer
-- with several paths of a content counts with one of them, a layer over several bases with one of them, by a hash of
-- their names.
--
-- made by: derive
-- from: layer, layer_recipe, image_layer, waiting_layer
-- replaced
CREATE TABLE layer_duplicate (
  layer_digest STRING NOT NULL COMMENT 'the layer that contains the duplicates',
  cause STRING NOT NULL COMMENT 'as of layer_twin, or same base, other base, other path, same layer',
  files BIGINT NOT NULL COMMENT 'FILE rows',
  bytes BIGINT NOT NULL COMMENT 'their bytes, uncompressed',
  stored_bytes BIGINT COMMENT 'the same as stored in the blob; of the copies within a layer the one that takes most is no duplicate of cause same layer; null where an earlier version read the layer, or made the table'
)
