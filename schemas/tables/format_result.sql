-- What image formats fetch of each image: one row an image whose layers were all read, and a format. Manifests and configs
-- are left out. What a format stores is in format_part.
--
-- made by: simulate formats
-- from: layer, layer_recipe, layer_number, layer_pull, image, image_layer, format_sample, file_recipe, file_chunk, content_dedup, image_update, image_update_layer, image_update_chunk, startup_result, startup_file
-- replaced
CREATE TABLE format_result (
  image_digest STRING NOT NULL,
  format STRING NOT NULL COMMENT 'as in format_part',
  pull_bytes BIGINT COMMENT 'of the whole image, by a client that has nothing; null where the payload was not measured',
  requests BIGINT NOT NULL COMMENT 'that the pull takes: a blob, a file or a chunk each; of zstd-chunked two a layer',
  update_bytes BIGINT COMMENT 'that a client fetches that has the image before, mean of the updates to this image; null where there is none',
  start_bytes BIGINT COMMENT 'that are fetched before a start, mean of the starts of simulate startup; the pull where a format fetches all before. Null where the image has no start, but other images have, or the format fetches files as they are read',
  start_requests DOUBLE COMMENT 'likewise',
  unpacked_bytes BIGINT NOT NULL COMMENT 'of archives that are decompressed and written before a start',
  bytes_per_second BIGINT NOT NULL COMMENT 'bandwidth of start_seconds: formats.bytes-per-second',
  fixed_seconds DOUBLE COMMENT 'of a start, whatever the bandwidth: rounds of requests x latency + unpacked_bytes / unpacking rate; a round is a request of a format that fetches files as they are read, of others formats.connections requests',
  start_seconds DOUBLE COMMENT 'fixed_seconds + start_bytes / bandwidth'
)
