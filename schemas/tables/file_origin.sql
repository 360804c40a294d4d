-- Where duplicate files come from: five rows, or none where there is no file. Every copy of a content beyond the first
-- is a duplicate and counts in exactly one row. The layers that contain a content are put in the order of their digests.
-- Copies beyond the first within a layer are `same layer`. The first copy of a later layer is `same image` when an
-- earlier layer with the content is in a common image, else `same repository` when an earlier one is in a common
-- repository. Else it is `unknown` when a layer with the content, up to this one, is in an image whose repository
-- nobody stated, else `elsewhere`. Sorted by origin.
--
-- made by: derive
-- from: layer, layer_recipe, image_layer, image_tag
-- replaced
CREATE TABLE file_origin (
  origin STRING NOT NULL COMMENT 'same layer, same image, same repository, elsewhere, unknown',
  files BIGINT NOT NULL COMMENT 'duplicate FILE rows',
  bytes BIGINT NOT NULL COMMENT 'their bytes, uncompressed'
)
