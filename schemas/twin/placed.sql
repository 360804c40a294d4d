-- One row per layer without an exact twin and content of it. base is a hash of the base layer of an image with the
-- layer (the smallest, of several), or of the layer itself if no image lists it. near says whether the layer's near
-- twin contains the content.
WITH
base AS (
  SELECT upper.layer_digest, min(xxhash64(lower.layer_digest)) AS base
  FROM image_layer AS upper
  JOIN image_layer AS lower ON lower.image_digest = upper.image_digest AND lower.depth = 0
  GROUP BY upper.layer_digest
),
owner AS (
  SELECT twin_exact.layer, coalesce(base.base, xxhash64(twin_exact.layer_digest)) AS base, twin_near.earlier
  FROM twin_exact
  LEFT JOIN base ON base.layer_digest = twin_exact.layer_digest
  LEFT JOIN twin_near ON twin_near.later = twin_exact.layer
  WHERE twin_exact.cause IS NULL
)
SELECT /*+ BROADCAST(owner) */
  mine.layer, mine.fingerprint, mine.bytes, mine.copies, mine.path, mine.stored_bytes, mine.most_stored_bytes, owner.base,
  its.layer IS NOT NULL AND mine.bytes > 0 AS near
FROM twin_content AS mine
JOIN owner ON owner.layer = mine.layer
LEFT JOIN twin_content AS its ON its.layer = owner.earlier AND its.fingerprint = mine.fingerprint
