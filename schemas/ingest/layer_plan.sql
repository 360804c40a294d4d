-- One row per layer to read, place that stores it, and diffID that some config declares for it there. Configs mostly
-- agree on the diffID, so there are few rows. Layers of view read_layer are left out. is_known layers are in the
-- warehouse already, and read only to measure pulls. blob_bytes is -1 where manifests declare different sizes.
-- Reads:
--   new_place: one row per layer and place that stores it, with what manifests declare of the layer.
SELECT
  place.layer_digest,
  stated.digest_of,
  stated.blob_bytes,
  stated.media_type,
  layer.layer_digest IS NOT NULL AS is_known,
  place.location,
  place.offset,
  place.bytes,
  place.diff_id
FROM (SELECT DISTINCT layer_digest, location, new_place.offset, bytes, diff_id FROM new_place) AS place
JOIN (
  SELECT
    layer_digest,
    min(digest_of) AS digest_of,
    CASE WHEN min(declared_bytes) = max(declared_bytes) THEN min(declared_bytes) ELSE -1 END AS blob_bytes,
    min(media_type) AS media_type
  FROM new_place
  GROUP BY layer_digest
) AS stated ON stated.layer_digest = place.layer_digest
LEFT JOIN layer ON layer.layer_digest = place.layer_digest
ANTI JOIN read_layer ON read_layer.layer_digest = place.layer_digest
