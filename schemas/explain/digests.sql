-- At most 11 things whose digest begins as requested: from `digest` up to, not including, `until`. These are layers
-- that were read (also found by their diffID), images, other manifests, and other blobs. A digest that is several of
-- these has one row, of the first kind in this order.
WITH
-- One row per place in which a digest was found; place is the order of kinds.
found_digest AS (
  SELECT layer_digest AS digest, 1 AS place, CAST(NULL AS STRING) AS diff_id
  FROM layer
  WHERE layer_digest >= :digest AND layer_digest < :until
  UNION ALL
  SELECT layer_digest, 1, diff_id FROM layer WHERE diff_id >= :digest AND diff_id < :until
  UNION ALL
  SELECT image_digest, 2, NULL FROM image WHERE image_digest >= :digest AND image_digest < :until
  UNION ALL
  SELECT manifest_digest, 3, NULL FROM manifest WHERE manifest_digest >= :digest AND manifest_digest < :until
  UNION ALL
  SELECT digest, 4, NULL FROM manifest_reference WHERE digest >= :digest AND digest < :until
  UNION ALL
  SELECT layer_digest, 4, NULL FROM image_layer WHERE layer_digest >= :digest AND layer_digest < :until
  UNION ALL
  SELECT config_digest, 4, NULL FROM image WHERE config_digest >= :digest AND config_digest < :until
  UNION ALL
  SELECT manifest_digest, 4, NULL FROM artifact WHERE manifest_digest >= :digest AND manifest_digest < :until
  UNION ALL
  SELECT digest, 4, NULL FROM artifact WHERE digest >= :digest AND digest < :until
  UNION ALL
  SELECT digest, 4, NULL FROM rejected_blob WHERE digest >= :digest AND digest < :until
)
SELECT
  digest AS name,
  CASE min(place) WHEN 1 THEN 'layer' WHEN 2 THEN 'image' WHEN 3 THEN 'manifest' ELSE 'blob' END AS kind,
  min(diff_id) AS diff_id
FROM found_digest
GROUP BY digest
ORDER BY digest
LIMIT 11
