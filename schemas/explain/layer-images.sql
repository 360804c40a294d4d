-- The images that list a layer, with their platforms.
WITH listing AS (
  SELECT DISTINCT image_digest FROM image_layer WHERE layer_digest = :digest
)
SELECT listing.image_digest AS digest, image.os, image.architecture
FROM listing
LEFT JOIN image ON image.image_digest = listing.image_digest
ORDER BY digest
