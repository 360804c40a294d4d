-- The 3 repositories whose layers have the most bytes of duplicate files, next to the bytes of all their files. A
-- duplicate is a copy of a content that another layer, or the same one, keeps (table layer_duplicate). A layer in
-- several repositories counts in each.
WITH
-- One row per repository and distinct layer of its images.
repository_layer AS (
  SELECT DISTINCT image_tag.repository, image_layer.layer_digest
  FROM image_tag
  JOIN image_layer ON image_layer.image_digest = image_tag.image_digest
  WHERE image_tag.repository IS NOT NULL
),
-- One row per layer with duplicate files.
layer_total AS (
  SELECT layer_digest, sum(bytes) AS bytes FROM layer_duplicate GROUP BY layer_digest
)
SELECT
  repository_layer.repository,
  sum(coalesce(layer_total.bytes, 0)) AS duplicate_bytes,
  sum(layer.file_bytes) AS bytes
FROM repository_layer
JOIN layer ON layer.layer_digest = repository_layer.layer_digest
LEFT JOIN layer_total ON layer_total.layer_digest = repository_layer.layer_digest
GROUP BY repository_layer.repository
ORDER BY duplicate_bytes DESC, repository_layer.repository
LIMIT 3
