-- One row per repository and image in it that the warehouse has with all layers: its manifest and config are not read
-- again. Rows of a repository follow each other.
SELECT DISTINCT image_tag.repository, image.image_digest
FROM image
JOIN image_tag ON image_tag.image_digest = image.image_digest
LEFT JOIN (
  SELECT DISTINCT image_layer.image_digest
  FROM image_layer
  LEFT JOIN layer ON layer.layer_digest = image_layer.layer_digest
  WHERE layer.layer_digest IS NULL
) AS incomplete ON incomplete.image_digest = image.image_digest
WHERE image_tag.repository IS NOT NULL AND incomplete.image_digest IS NULL
ORDER BY repository
