-- The layers of an image from the base up, each with the number of other images that list it. stored_bytes is the
-- blob's size, or what the manifest declares if the layer was not read.
WITH
-- One row per depth of the image.
image_depth AS (
  SELECT depth, layer_digest, created_by, compressed_bytes FROM image_layer WHERE image_digest = :digest
),
-- One row per layer that other images list too.
other_listing AS (
  SELECT layer_digest, count(DISTINCT image_digest) AS images
  FROM image_layer
  WHERE image_digest <> :digest AND layer_digest IN (SELECT layer_digest FROM image_depth)
  GROUP BY layer_digest
)
SELECT
  image_depth.depth,
  image_depth.layer_digest AS digest,
  coalesce(layer.compressed_bytes, image_depth.compressed_bytes) AS stored_bytes,
  layer.layer_digest IS NOT NULL AS was_read,
  image_depth.created_by,
  coalesce(other_listing.images, 0) AS other_images
FROM image_depth
LEFT JOIN layer ON layer.layer_digest = image_depth.layer_digest
LEFT JOIN other_listing ON other_listing.layer_digest = image_depth.layer_digest
ORDER BY image_depth.depth
