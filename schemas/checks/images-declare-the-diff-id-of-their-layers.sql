-- Where an image declares the digest of a layer's archive, it is the one computed when the layer was read.
SELECT
  image_layer.image_digest,
  image_layer.depth,
  image_layer.layer_digest,
  image_layer.diff_id AS declared_diff_id,
  layer.diff_id,
  count(*) OVER () AS total
FROM image_layer
JOIN layer ON layer.layer_digest = image_layer.layer_digest
WHERE image_layer.diff_id <> layer.diff_id
ORDER BY image_layer.image_digest, image_layer.depth
LIMIT 20
