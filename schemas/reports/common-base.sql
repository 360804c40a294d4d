-- Which images could share a base, and what would it save?
-- One row per pair of base layers (the lowest of some image) that are alike by table layer_twin: the images over
-- base_digest could be built over twin_digest instead. The 50 pairs with the largest blobs.
--
-- subject: registry
-- figures: similarity ratio
-- first: example twin_example similarity images blob_bytes shared_bytes
WITH
-- One row per base layer (depth 0 of some image), with the images and repositories over it.
base_layer AS (
  SELECT image_layer.layer_digest, count(DISTINCT image_layer.image_digest) AS images,
    count(DISTINCT image_tag.repository) AS repositories,
    min(nullif(concat_ws(':', image_tag.repository, image_tag.tag), '')) AS example
  FROM image_layer
  LEFT JOIN image_tag ON image_tag.image_digest = image_layer.image_digest
  WHERE image_layer.depth = 0
  GROUP BY image_layer.layer_digest
)
SELECT
  layer_twin.layer_digest AS base_digest,
  layer_twin.twin_digest,
  layer_twin.cause,
  layer_twin.differs,
  -- similarity: the common contents over those of either layer.
  layer_twin.similarity,
  -- images: those over base_digest; repositories those of these images.
  base_layer.images,
  base_layer.repositories,
  -- example: the first of these images by name; twin_example the first over the twin.
  base_layer.example,
  twin.images AS twin_images,
  twin.example AS twin_example,
  -- blob_bytes: the blob of base_digest, which a registry gives back when no image lists it any more.
  layer.compressed_bytes AS blob_bytes,
  -- shared_bytes: its files that the twin contains too.
  layer_twin.shared_bytes,
  -- shared_stored_bytes: the same as stored in the blob; null where an earlier version read it.
  CASE WHEN layer_duplicate.files IS NULL THEN 0 ELSE layer_duplicate.stored_bytes END AS shared_stored_bytes
FROM layer_twin
JOIN layer ON layer.layer_digest = layer_twin.layer_digest
JOIN base_layer ON base_layer.layer_digest = layer_twin.layer_digest
JOIN base_layer AS twin ON twin.layer_digest = layer_twin.twin_digest
LEFT JOIN layer_duplicate
  ON layer_duplicate.layer_digest = layer_twin.layer_digest
  AND layer_duplicate.cause = layer_twin.cause
ORDER BY layer.compressed_bytes DESC, layer_twin.layer_digest
LIMIT 50
