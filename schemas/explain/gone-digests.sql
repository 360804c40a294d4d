-- At most 11 digests that begin as requested, from `digest` up to, not including, `until`, of what an ingest saw and is
-- gone from its source: layers (also found by their diffID), images, manifests and other blobs.
WITH
found_digest AS (
  SELECT layer_digest AS digest FROM every_layer WHERE layer_digest >= :digest AND layer_digest < :until
  UNION
  SELECT layer_digest FROM every_layer WHERE diff_id >= :digest AND diff_id < :until
  UNION
  SELECT digest FROM every_sighting WHERE digest >= :digest AND digest < :until
  UNION
  SELECT layer_digest FROM every_image_layer WHERE layer_digest >= :digest AND layer_digest < :until
  UNION
  SELECT digest FROM every_manifest_reference WHERE digest >= :digest AND digest < :until
)
SELECT digest AS name, 'gone' AS kind, CAST(NULL AS STRING) AS diff_id
FROM found_digest
ORDER BY digest
LIMIT 11
