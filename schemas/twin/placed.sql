-- One row per content of a layer without an exact twin. base is a hash of the base layer of an image with the layer
-- (the smallest, of several), or of the layer itself if no image lists it. near says whether the near twin of the
-- layer contains the content.
-- Reads:
--   twin_exact: layers with their exact twins (exact.sql).
--   twin_near: layers with their near twins (near.sql).
--   twin_content: contents of layers without an exact twin (content.sql).
WITH
-- One row per layer that an image lists: the smallest hash of the base layers (depth 0) of these images.
base_layer AS (
  SELECT listed_layer.layer_digest, min(xxhash64(lowest_layer.layer_digest)) AS base
  FROM image_layer AS listed_layer
  JOIN image_layer AS lowest_layer ON lowest_layer.image_digest = listed_layer.image_digest AND lowest_layer.depth = 0
  GROUP BY listed_layer.layer_digest
),
-- One row per layer without an exact twin. earlier is its near twin, or null.
kept_layer AS (
  SELECT twin_exact.layer, twin_exact.waits, coalesce(base_layer.base, xxhash64(twin_exact.layer_digest)) AS base, twin_near.earlier
  FROM twin_exact
  LEFT JOIN base_layer ON base_layer.layer_digest = twin_exact.layer_digest
  LEFT JOIN twin_near ON twin_near.later = twin_exact.layer
  WHERE twin_exact.cause IS NULL
)
SELECT /*+ BROADCAST(kept_layer) */
  own_content.layer, own_content.fingerprint, own_content.bytes, own_content.copies, own_content.path,
  own_content.stored_bytes, own_content.most_stored_bytes, kept_layer.base, kept_layer.waits,
  twin_content_row.layer IS NOT NULL AND own_content.bytes > 0 AS near
FROM twin_content AS own_content
JOIN kept_layer ON kept_layer.layer = own_content.layer
LEFT JOIN twin_content AS twin_content_row
  ON twin_content_row.layer = kept_layer.earlier
  AND twin_content_row.fingerprint = own_content.fingerprint
