-- The first 10 layers that contain a file content, the layer that was seen first first; unknown times come last. Each
-- row repeats the totals over all layers that contain it.
WITH
-- One row per copy of the content.
content_copy AS (
  SELECT layer_digest, bytes, stored_bytes
  FROM layer_recipe
  WHERE kind = 'FILE' AND fingerprint = unhex(:fingerprint)
),
-- One row per layer that contains it.
containing_layer AS (
  SELECT
    content_copy.layer_digest,
    layer.first_seen_at,
    count(*) AS copies,
    max(content_copy.bytes) AS bytes,
    sum(content_copy.stored_bytes) AS stored_bytes,
    count(*) - count(content_copy.stored_bytes) AS unknown
  FROM content_copy
  JOIN layer ON layer.layer_digest = content_copy.layer_digest
  WHERE /* once */ true
  GROUP BY content_copy.layer_digest, layer.first_seen_at
),
-- One row: totals over these layers.
total AS (
  SELECT
    count(*) AS layers,
    sum(copies) AS copies,
    max(bytes) AS bytes,
    sum(stored_bytes) AS stored_bytes,
    sum(unknown) AS copies_of_unknown_stored_bytes
  FROM containing_layer
),
-- Images that list one of these layers.
containing_image AS (
  SELECT DISTINCT image_digest
  FROM image_layer
  WHERE layer_digest IN (SELECT layer_digest FROM containing_layer)
)
SELECT
  total.bytes,
  total.copies,
  total.layers,
  (SELECT count(*) FROM containing_image) AS images,
  (
    SELECT count(DISTINCT repository) FROM image_tag WHERE image_digest IN (SELECT image_digest FROM containing_image)
  ) AS repositories,
  total.stored_bytes,
  total.copies_of_unknown_stored_bytes,
  containing_layer.layer_digest,
  containing_layer.first_seen_at,
  containing_layer.copies AS layer_copies,
  containing_layer.stored_bytes AS layer_stored_bytes
FROM containing_layer
CROSS JOIN total
ORDER BY
  CASE WHEN containing_layer.first_seen_at IS NULL THEN 1 ELSE 0 END, containing_layer.first_seen_at,
  containing_layer.layer_digest
LIMIT 10
