-- Lines of access lists that count for no start, one row a line.
--
-- made by: simulate startup
-- from: layer, layer_recipe, image, image_layer, image_tag
-- replaced
CREATE TABLE startup_drop (
  list STRING NOT NULL COMMENT 'location of the file',
  line BIGINT NOT NULL COMMENT 'from 1',
  image STRING COMMENT 'as the list names it; null in a faulty line',
  run STRING COMMENT 'null in a faulty line',
  path STRING COMMENT 'null in a faulty line',
  reason STRING NOT NULL COMMENT 'BAD_LINE; UNKNOWN_IMAGE; AMBIGUOUS_IMAGE: several images have the name, as platforms of one tag; INCOMPLETE_IMAGE: layers were not read; LINK_LOOP; ABSENT: no such path in the image',
  message STRING NOT NULL
)
