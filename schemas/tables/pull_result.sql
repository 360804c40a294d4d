-- How each request went, one row a request and setting, for the first requests of each setting (tuning.pulls.most-results).
-- The parts are in simulated nanoseconds; together they are the latency. Of slices that are built at the same time they are
-- those of the slice that arrived last.
--
-- made by: simulate pulls
-- from: layer, layer_recipe, layer_pull, image, image_layer, image_tag
-- replaced
CREATE TABLE pull_result (
  setting INT NOT NULL COMMENT 'as in pull_summary',
  request BIGINT NOT NULL COMMENT 'as in pull_request, with the setting''s layer_range',
  sent_nanos BIGINT NOT NULL COMMENT 'since the start of the replay',
  outcome STRING NOT NULL COMMENT 'whole: a layer that is stored whole; hit, wait, miss: a restored layer that was ready, on its way, or not; manifest; push',
  builders INT NOT NULL COMMENT 'servers that restored the layer; 0 unless wait or miss',
  recipe_lookup_nanos BIGINT NOT NULL,
  wait_nanos BIGINT NOT NULL COMMENT 'for a restore that had begun before',
  queue_nanos BIGINT NOT NULL COMMENT 'for cores and links',
  slice_lookup_nanos BIGINT NOT NULL,
  archive_nanos BIGINT NOT NULL,
  compress_nanos BIGINT NOT NULL,
  slice_transfer_nanos BIGINT NOT NULL,
  merge_nanos BIGINT NOT NULL,
  layer_transfer_nanos BIGINT NOT NULL,
  latency_nanos BIGINT NOT NULL COMMENT 'the sum of the parts'
)
