-- The first requests that were replayed (tuning.pulls.most-results), one row each: those of a trace for the closest layers of ours,
-- or synthetic, from a seed.
--
-- made by: simulate pulls
-- from: layer, layer_recipe, image, image_layer, image_tag
-- replaced
CREATE TABLE pull_request (
  layer_range STRING NOT NULL COMMENT 'of which layers: any, or their stored bytes such as 1MB-9MB',
  request BIGINT NOT NULL COMMENT 'from 0, in the order of the stream',
  at_micros BIGINT NOT NULL COMMENT 'since the earliest request',
  think_micros BIGINT NOT NULL COMMENT 'since the client''s request before, at most the cap; 0 for its first',
  client INT NOT NULL COMMENT 'from 0',
  repository INT NOT NULL COMMENT 'from 0',
  verb STRING NOT NULL COMMENT 'get, put',
  layer INT COMMENT 'as in pull_layer; null for a manifest'
)
