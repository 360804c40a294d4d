-- Contents of files by the layers that contain them: a row is a bundle, the contents that exactly the same layers
-- contain. Questions about sets of layers read it by view stored_file, as it has far fewer rows than the recipes. Counted
-- are FILE rows of published layers, the empty file among them; each content is in one bundle. Sorted by bundle.
--
-- made by: derive
-- from: layer, layer_recipe, layer_number
-- replaced
CREATE TABLE file_bundle (
  bundle BINARY NOT NULL COMMENT 'the least fingerprint of its contents',
  files BIGINT NOT NULL COMMENT 'distinct contents in it',
  bytes BIGINT NOT NULL COMMENT 'of these, each once',
  layers ARRAY<INT> NOT NULL COMMENT 'the layers that contain them, in order, by their numbers in view layer_number',
  all_layers BIGINT NOT NULL COMMENT 'published layers when the table was made: as long as there are as many, the numbers are valid'
)
