-- One row a distinct file content (fingerprint) and its sharing degrees: copies counts every FILE row,
-- layers, images and repositories count distinct owners. The empty file is among them, with bytes = 0.
-- Sorted by fingerprint.
--
-- made by: derive
-- from: layer, layer_recipe, image_layer, image_tag
-- replaced
CREATE TABLE file_sharing (
  fingerprint BINARY NOT NULL,
  bytes BIGINT NOT NULL COMMENT 'size of one copy',
  copies BIGINT NOT NULL COMMENT 'FILE rows with this fingerprint, repeats within a layer counted',
  layers BIGINT NOT NULL COMMENT 'distinct layers that contain it',
  images BIGINT NOT NULL COMMENT 'distinct images that list such a layer; 0 where no image does',
  repositories BIGINT NOT NULL COMMENT 'distinct repositories that contain such an image'
)
