-- What each start needs of its image, one row a start: an image and a run.
--
-- made by: simulate startup
-- from: layer, layer_recipe, image, image_layer, image_tag
-- replaced
CREATE TABLE startup_result (
  image_digest STRING NOT NULL,
  run STRING NOT NULL,
  layers INT NOT NULL COMMENT 'of the image',
  compressed_bytes BIGINT NOT NULL COMMENT 'of its distinct layers',
  archive_bytes BIGINT NOT NULL COMMENT 'of its distinct layers, uncompressed',
  file_bytes BIGINT NOT NULL COMMENT 'FILE entries of all its layers',
  squashed_bytes BIGINT NOT NULL COMMENT 'files of the unpacked image, each content of a path or of its hard links once',
  accesses BIGINT NOT NULL COMMENT 'lines of the lists',
  matched BIGINT NOT NULL,
  dropped BIGINT NOT NULL COMMENT 'paths that the image does not have',
  paths BIGINT NOT NULL COMMENT 'distinct paths that were matched, links followed',
  lookups BIGINT NOT NULL COMMENT 'layers searched for these paths from the top down, until each is found, a folder that no layer lists in the lowest layer of which something is left in it; as many as paths once the image is flattened',
  files BIGINT NOT NULL COMMENT 'distinct files that were opened',
  whole_bytes BIGINT NOT NULL COMMENT 'of these files',
  needed_files BIGINT NOT NULL COMMENT 'of which any byte was read',
  needed_bytes BIGINT NOT NULL COMMENT 'that were read, each once',
  needed_layers BIGINT NOT NULL COMMENT 'layers with any needed byte'
)
