-- The layers of an image from the base up, each with the number of other images that list it. stored_bytes is the
-- blob's size, or what the manifest declares if the layer was not read.
WITH listed AS (
  SELECT depth, layer_digest, created_by, compressed_bytes FROM image_layer WHERE image_digest = :digest
),
other AS (
  SELECT layer_digest, count(DISTINCT image_digest) AS images
  FROM image_layer
  WHERE image_digest <> :digest AND layer_digest IN (SELECT layer_digest FROM listed)
  GROUP BY layer_digest
)
SELECT
  listed.depth,
  listed.layer_digest AS digest,
  coalesce(layer.compressed_bytes, listed.compressed_bytes) AS stored_bytes,
  layer.layer_digest IS NOT NULL AS was_read,
  listed.created_by,
  coalesce(other.images, 0) AS other_images
FROM listed
LEFT JOIN layer ON layer.layer_digest = listed.layer_digest
LEFT JOIN other ON other.layer_digest = listed.layer_digest
ORDER BY listed.depth
