-- The access lists that were read, one row a file.
--
-- made by: simulate startup
-- from: layer, layer_recipe, image, image_layer, image_tag
-- replaced
CREATE TABLE startup_list (
  list STRING NOT NULL COMMENT 'location of the file',
  accesses BIGINT NOT NULL COMMENT 'lines with an access, and lines that are faulty',
  matched BIGINT NOT NULL COMMENT 'of paths in a known image',
  dropped BIGINT NOT NULL COMMENT 'the others: rows of startup_drop'
)
