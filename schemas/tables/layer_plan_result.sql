-- What updates would fetch and registries store if images were cut into other layers: one row a line, or several lines that
-- are planned together, a policy and a limit of layers. A line is the images of a repository and platform whose layers were
-- all read, as image_update orders them. Policies learn from its first images; updates to the others are judged, by layers
-- of all images that are cut by the same rules. Two layers are one when their entries are equal in path, kind, content,
-- mode, owner, time and link. Bytes are those of entries, each content of an image once, and as its blob stores it. Layers
-- as built (as-built), every entry a layer of its own (files-alone: no plan has less) and all in one (one-layer: no plan has
-- more) have no limit, and are there once for each.
--
-- made by: simulate layers
-- from: layer, layer_recipe, image, image_layer, image_update
-- replaced
CREATE TABLE layer_plan_result (
  repository STRING COMMENT 'as in image_tag; null: of all chosen repositories together',
  platform STRING NOT NULL COMMENT 'as in image_update',
  policy STRING NOT NULL COMMENT 'as-built, one-layer, directories, chunkah, history (of several lines together: shared), files-alone',
  max_layers INT NOT NULL COMMENT 'the limit',
  layers INT COMMENT 'layers of the newest images; null of files-alone',
  lines INT NOT NULL COMMENT 'planned together; 1 of a line',
  images INT NOT NULL,
  learned_images INT NOT NULL COMMENT 'those that policies learned from, the first of each line',
  updates INT NOT NULL COMMENT 'that were judged: those to all other images',
  pulled_bytes BIGINT NOT NULL COMMENT 'what these updates fetch, compressed: layers of the later image that the earlier one does not have',
  pulled_file_bytes BIGINT NOT NULL COMMENT 'the same, uncompressed contents',
  stored_bytes BIGINT NOT NULL COMMENT 'distinct layers of all images, compressed',
  stored_file_bytes BIGINT NOT NULL COMMENT 'the same, uncompressed contents',
  as_built_ratio DOUBLE COMMENT 'pulled_bytes over those of as-built; null where that pulls nothing',
  bound_ratio DOUBLE COMMENT 'pulled_bytes of files-alone over pulled_bytes: 1 is the best there can be; null where nothing is pulled',
  newest_image STRING COMMENT 'digest of the last image of the line; null of several lines',
  entries BIGINT NOT NULL COMMENT 'of the unpacked newest images, without folders that no layer lists',
  entry_bytes BIGINT NOT NULL COMMENT 'of these, uncompressed, each content of an image once'
)
