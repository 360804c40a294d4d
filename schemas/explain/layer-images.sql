-- The images that list a layer, with their platforms.
WITH
-- One row per image that lists the layer.
listing_image AS (
  SELECT DISTINCT image_digest FROM image_layer WHERE layer_digest = :digest
)
SELECT listing_image.image_digest AS digest, image.os, image.architecture
FROM listing_image
LEFT JOIN image ON image.image_digest = listing_image.image_digest
ORDER BY digest
