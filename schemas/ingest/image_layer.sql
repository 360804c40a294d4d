-- One row per new image and depth: its layer. Each column takes a value from any input of this run that has one.
-- Reads:
--   new_image_layer: what this run found for table image_layer.
SELECT
  image_digest,
  depth,
  max(layer_digest) AS layer_digest,
  max(created_by) AS created_by,
  max(media_type) AS media_type,
  max(compressed_bytes) AS compressed_bytes,
  max(diff_id) AS diff_id
FROM new_image_layer
ANTI JOIN image USING (image_digest)
GROUP BY image_digest, depth
