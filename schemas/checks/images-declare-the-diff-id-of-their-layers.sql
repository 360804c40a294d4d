-- Where an image declares the digest of a layer's archive, it is the one computed when the layer was read, or the image
-- is listed in rejected_blob for it.
SELECT
  image_layer.image_digest,
  image_layer.depth,
  image_layer.layer_digest,
  image_layer.diff_id AS declared_diff_id,
  layer.diff_id,
  count(*) OVER () AS total
FROM image_layer
JOIN layer ON layer.layer_digest = image_layer.layer_digest
LEFT JOIN (SELECT DISTINCT digest FROM rejected_blob WHERE reason = 'DIGEST_MISMATCH') AS listed
  ON listed.digest = image_layer.image_digest
WHERE image_layer.diff_id <> layer.diff_id
  AND split_part(image_layer.diff_id, ':', 1) = split_part(layer.diff_id, ':', 1)
  AND listed.digest IS NULL
ORDER BY image_layer.image_digest, image_layer.depth
LIMIT 20
