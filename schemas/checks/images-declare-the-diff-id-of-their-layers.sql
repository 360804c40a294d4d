-- The diff_id that an image declares for a layer is the digest of the archive that was computed from the layer.
-- Where they differ, the image must be in rejected_blob with reason DIGEST_MISMATCH. A null diff_id declares nothing.
SELECT
  image_layer.image_digest,
  image_layer.depth,
  image_layer.layer_digest,
  image_layer.diff_id AS declared_diff_id,
  layer.diff_id,
  count(*) OVER () AS total
FROM image_layer
JOIN layer ON layer.layer_digest = image_layer.layer_digest
LEFT JOIN (SELECT DISTINCT digest FROM rejected_blob WHERE reason = 'DIGEST_MISMATCH') AS reported_image
  ON reported_image.digest = image_layer.image_digest
WHERE image_layer.diff_id <> layer.diff_id
  -- Digests of different algorithms, the part before the colon, cannot be compared.
  AND split_part(image_layer.diff_id, ':', 1) = split_part(layer.diff_id, ':', 1)
  -- Faults that ingest has found and listed are no faults of the warehouse.
  AND reported_image.digest IS NULL
ORDER BY image_layer.image_digest, image_layer.depth
-- At most 20 faults are listed; column total counts all.
LIMIT 20
