-- The layers in the order in which they arrive to be deduplicated: with the first image that lists them, by its date, the
-- base first; layers of no dated image last.
--
-- made by: simulate pulls
-- from: layer, image, image_layer
-- replaced
CREATE TABLE pull_layer (
  layer INT NOT NULL COMMENT 'from 0, in the order of arrival',
  layer_digest STRING NOT NULL
)
