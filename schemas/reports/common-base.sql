-- Which images could share a base, and what would it save?
-- A row is a pair of base layers (the lowest of some image) that are alike by layer_twin: the images over base_digest
-- could be built over twin_digest. The 50 pairs whose blobs are largest. blob_bytes are those of base_digest, which a
-- registry gives back when no image lists it any more. shared_bytes are its files that the twin contains too,
-- shared_stored_bytes the same as stored in the blob, null where an earlier version read it, similarity the common
-- contents over those of either. images and repositories are those over base_digest, twin_images those over the twin;
-- example and twin_example name one of them, by name first.
--
-- subject: registry
-- figures: similarity ratio
-- first: example twin_example similarity images blob_bytes shared_bytes
WITH
-- One row per base layer (depth 0 of some image), with the images and repositories over it.
base_layer AS (
  SELECT image_layer.layer_digest, count(DISTINCT image_layer.image_digest) AS images,
    count(DISTINCT image_tag.repository) AS repositories,
    min(concat(coalesce(image_tag.repository, 'unknown'), ':', coalesce(image_tag.tag, 'untagged')))
      AS example
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
  layer_twin.similarity,
  base_layer.images,
  base_layer.repositories,
  base_layer.example,
  twin.images AS twin_images,
  twin.example AS twin_example,
  layer.compressed_bytes AS blob_bytes,
  layer_twin.shared_bytes,
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
