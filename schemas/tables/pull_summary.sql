-- The pulls of layers by every setting: one row for all of them, and one for each class of stored layer sizes.
--
-- made by: simulate pulls
-- from: layer, layer_recipe, layer_pull, image, image_layer, image_tag
-- replaced
CREATE TABLE pull_summary (
  setting INT NOT NULL COMMENT 'number of the combination of settings, from 0',
  requests_from STRING NOT NULL COMMENT 'trace, synthetic',
  layer_range STRING NOT NULL COMMENT 'of which layers the requests are: any, or their stored bytes such as 1MB-9MB',
  backend STRING NOT NULL COMMENT 'as in the settings; belady and offline-bound are hits that need the future, without latency',
  servers INT NOT NULL,
  codec STRING NOT NULL COMMENT 'of restored layers',
  cache_ratio DOUBLE COMMENT 'cache over stored bytes of all layers; null where there is no cache, or none with a limit',
  cache_bytes BIGINT COMMENT 'null likewise',
  clients INT NOT NULL COMMENT 'that wait for their answers; 0: requests are sent at their times',
  gap_millis DOUBLE COMMENT 'between a manifest and its layers; null: as requested',
  seed BIGINT NOT NULL,
  from_bytes BIGINT COMMENT 'layers of at least this size; null in the row of all',
  to_bytes BIGINT COMMENT 'and below this; null in the row of all, and where there is no limit',
  gets BIGINT NOT NULL COMMENT 'requests for layers',
  hits BIGINT NOT NULL COMMENT 'ready in the cache',
  waits BIGINT NOT NULL COMMENT 'their restore had begun',
  misses BIGINT NOT NULL COMMENT 'their restore began',
  get_bytes BIGINT NOT NULL COMMENT 'fetched by the clients',
  hit_bytes BIGINT NOT NULL COMMENT 'of hits',
  recipe_lookup_nanos BIGINT COMMENT 'sum over all gets, as are the others; null without latency',
  wait_nanos BIGINT,
  queue_nanos BIGINT,
  slice_lookup_nanos BIGINT,
  archive_nanos BIGINT,
  compress_nanos BIGINT,
  slice_transfer_nanos BIGINT,
  merge_nanos BIGINT,
  layer_transfer_nanos BIGINT,
  latency_nanos BIGINT COMMENT 'the sum of the parts',
  p50_nanos BIGINT COMMENT 'of the latency; percentiles are values that occur; null without gets',
  p90_nanos BIGINT,
  p99_nanos BIGINT,
  max_nanos BIGINT
)
