-- One row with the sums from which the bytes of all storage modes are computed. The first three store each layer whole
-- once, each file content once, and all framing once. popular_* are those of mode popular: each share in view
-- popular_share makes one replica whole. It does so for the layers within that share of the most requested ones. The
-- other replicas, up to `replicas`, are files. A content is stored as files as often as its layer with the fewest whole
-- replicas needs it.
WITH popularity AS (
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
popular AS (
  SELECT popularity.layer, count(*) AS replicas
  FROM popularity
  JOIN popular_share ON popularity.rank < popular_share.share
  GROUP BY popularity.layer
),
whole AS (
  SELECT
    popularity.layer,
    popularity.layer_digest,
    popularity.compressed_bytes,
    coalesce(popular.replicas, 0) AS popular,
    coalesce(framing.bytes, 0) AS framing_bytes
  FROM popularity
  LEFT JOIN popular ON popular.layer = popularity.layer
  LEFT JOIN (
    SELECT layer_digest, sum(compressed_bytes) AS bytes FROM layer_framing GROUP BY layer_digest
  ) AS framing ON framing.layer_digest = popularity.layer_digest
),
content AS (
  SELECT layer_recipe.fingerprint, max(layer_recipe.bytes) AS bytes, min(whole.popular) AS fewest
  FROM layer_recipe
  JOIN whole ON whole.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE' AND layer_recipe.bytes > 0 AND layer_recipe.fingerprint IS NOT NULL
  GROUP BY layer_recipe.fingerprint
)
SELECT
  (SELECT coalesce(sum(compressed_bytes), 0) FROM whole) AS layer_bytes,
  (SELECT coalesce(sum(bytes), 0) FROM content) AS file_bytes,
  (SELECT coalesce(sum(framing_bytes), 0) FROM whole) AS framing_bytes,
  (SELECT coalesce(sum(popular * compressed_bytes), 0) FROM whole) AS popular_whole_bytes,
  (SELECT coalesce(sum((:replicas - fewest) * bytes), 0) FROM content) AS popular_file_bytes,
  (SELECT coalesce(sum((:replicas - popular) * framing_bytes), 0) FROM whole) AS popular_framing_bytes
