-- The layers of an image in order. An image may list a layer more than once.
--
-- made by: ingest registry
-- appended
CREATE TABLE image_layer (
  image_digest STRING NOT NULL,
  depth INT NOT NULL COMMENT '0 = base',
  layer_digest STRING NOT NULL,
  created_by STRING COMMENT 'the build step, from the history of the config; its first 16,384 letters',
  media_type STRING COMMENT 'as declared by this manifest',
  compressed_bytes BIGINT COMMENT 'as declared by this manifest',
  diff_id STRING COMMENT 'as declared by the config of this image'
)
