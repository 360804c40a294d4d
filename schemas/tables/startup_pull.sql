-- What fetching takes before a start is done, by every way and every network of the settings: one row each.
--
-- made by: simulate startup
-- from: layer, layer_recipe, image, image_layer, image_tag
-- replaced
CREATE TABLE startup_pull (
  image_digest STRING NOT NULL,
  run STRING NOT NULL,
  mode STRING NOT NULL COMMENT 'full: all layers, compressed; flattened: one layer without hidden files: of all layers, headers and compression included, the share that their files have that are not hidden; lazy-file: files of which a byte is needed, whole; lazy-block: blocks of files that contain a needed byte',
  block_bytes BIGINT COMMENT 'null unless lazy-block',
  latency_millis DOUBLE NOT NULL,
  bytes_per_second BIGINT NOT NULL,
  requests BIGINT NOT NULL COMMENT 'one a layer, a file or a block',
  bytes BIGINT NOT NULL COMMENT 'fetched; of lazy ways uncompressed',
  unpacked_bytes BIGINT NOT NULL COMMENT 'decompressed and written before the start; 0 of lazy ways',
  seconds DOUBLE NOT NULL COMMENT 'latency x requests + bytes / bandwidth + unpacked_bytes / unpacking rate'
)
