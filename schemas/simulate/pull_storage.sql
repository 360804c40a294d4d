-- One row with the sums from which the bytes of all storage modes are computed. The first three store each layer whole
-- once, each file content once, and all framing once. popular_* are those of mode popular: each share in view
-- popular_share makes one replica whole. It does so for the layers within that share of the most requested ones. The
-- other replicas, up to `replicas`, are files. A content is stored as files as often as its layer with the fewest whole
-- replicas needs it.
-- Reads:
--   arrived_layer: layers, numbered in the order of their arrival (pull_arrival.sql).
--   ranking_request: the requests by which layers are ranked.
WITH
-- One row per layer; rank is 0 for the layer of most requests, and 1 for that of fewest.
layer_rank AS (
  SELECT
    arrived_layer.layer,
    arrived_layer.layer_digest,
    arrived_layer.compressed_bytes,
    percent_rank() OVER (ORDER BY coalesce(requested.gets, 0) DESC, arrived_layer.layer) AS rank
  FROM arrived_layer
  LEFT JOIN (
    SELECT layer, count(*) AS gets
    FROM ranking_request
    WHERE verb = 'get' AND layer IS NOT NULL
    GROUP BY layer
  ) AS requested ON requested.layer = arrived_layer.layer
),
-- One row per layer within any of the shares; replicas is how many shares it is within.
popular_layer AS (
  SELECT layer_rank.layer, count(*) AS replicas
  FROM layer_rank
  JOIN popular_share ON layer_rank.rank < popular_share.share
  GROUP BY layer_rank.layer
),
-- One row per layer; popular is the number of its whole replicas in mode popular.
replicated_layer AS (
  SELECT
    layer_rank.layer,
    layer_rank.layer_digest,
    layer_rank.compressed_bytes,
    coalesce(popular_layer.replicas, 0) AS popular,
    coalesce(framing.bytes, 0) AS framing_bytes
  FROM layer_rank
  LEFT JOIN popular_layer ON popular_layer.layer = layer_rank.layer
  LEFT JOIN (
    SELECT layer_digest, sum(compressed_bytes) AS bytes FROM layer_framing GROUP BY layer_digest
  ) AS framing ON framing.layer_digest = layer_rank.layer_digest
),
-- One row per distinct content. fewest is the least number of whole replicas of a layer that contains it.
content AS (
  SELECT layer_recipe.fingerprint, max(layer_recipe.bytes) AS bytes, min(replicated_layer.popular) AS fewest
  FROM layer_recipe
  JOIN replicated_layer ON replicated_layer.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE' AND layer_recipe.bytes > 0 AND layer_recipe.fingerprint IS NOT NULL
  GROUP BY layer_recipe.fingerprint
)
SELECT
  (SELECT coalesce(sum(compressed_bytes), 0) FROM replicated_layer) AS layer_bytes,
  (SELECT coalesce(sum(bytes), 0) FROM content) AS file_bytes,
  (SELECT coalesce(sum(framing_bytes), 0) FROM replicated_layer) AS framing_bytes,
  (SELECT coalesce(sum(popular * compressed_bytes), 0) FROM replicated_layer) AS popular_whole_bytes,
  (SELECT coalesce(sum((:replicas - fewest) * bytes), 0) FROM content) AS popular_file_bytes,
  (SELECT coalesce(sum((:replicas - popular) * framing_bytes), 0) FROM replicated_layer) AS popular_framing_bytes
