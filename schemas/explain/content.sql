-- The first 10 layers that contain a file content, the layer that was seen first first; unknown times come last. Each
-- row repeats the totals over all layers that contain it.
WITH entry AS (
  SELECT layer_digest, bytes, stored_bytes
  FROM layer_recipe
  WHERE kind = 'FILE' AND fingerprint = unhex(:fingerprint)
),
container AS (
  SELECT
    entry.layer_digest,
    layer.first_seen_at,
    count(*) AS copies,
    max(entry.bytes) AS bytes,
    sum(entry.stored_bytes) AS stored_bytes,
    count(*) - count(entry.stored_bytes) AS unknown
  FROM entry
  JOIN layer ON layer.layer_digest = entry.layer_digest
  WHERE /* once */ true
  GROUP BY entry.layer_digest, layer.first_seen_at
),
total AS (
  SELECT
    count(*) AS layers,
    sum(copies) AS copies,
    max(bytes) AS bytes,
    sum(stored_bytes) AS stored_bytes,
    sum(unknown) AS copies_of_unknown_stored_bytes
  FROM container
),
listing AS (
  SELECT DISTINCT image_digest
  FROM image_layer
  WHERE layer_digest IN (SELECT layer_digest FROM container)
)
SELECT
  total.bytes,
  total.copies,
  total.layers,
  (SELECT count(*) FROM listing) AS images,
  (
    SELECT count(DISTINCT repository) FROM image_tag WHERE image_digest IN (SELECT image_digest FROM listing)
  ) AS repositories,
  total.stored_bytes,
  total.copies_of_unknown_stored_bytes,
  container.layer_digest,
  container.first_seen_at,
  container.copies AS layer_copies,
  container.stored_bytes AS layer_stored_bytes
FROM container
CROSS JOIN total
ORDER BY CASE WHEN container.first_seen_at IS NULL THEN 1 ELSE 0 END, container.first_seen_at, container.layer_digest
LIMIT 10
