-- One row per image of a repository and layer of it that was ingested. Images and repositories are numbered from 0. An
-- image in several repositories counts in each.
-- Reads:
--   arrived_layer: layers, numbered in the order of their arrival (pull_arrival.sql).
WITH
-- One row per repository and image in it.
repository_image AS (
  SELECT DISTINCT coalesce(repository, '') AS repository, image_digest FROM image_tag
),
-- The same rows with numbers.
numbered_image AS (
  SELECT
    repository,
    image_digest,
    CAST(dense_rank() OVER (ORDER BY repository) - 1 AS INT) AS repository_number,
    CAST(row_number() OVER (ORDER BY repository, image_digest) - 1 AS INT) AS image_number
  FROM repository_image
)
SELECT DISTINCT
  numbered_image.image_number AS image,
  numbered_image.repository_number AS repository,
  arrived_layer.layer
FROM numbered_image
JOIN image_layer ON image_layer.image_digest = numbered_image.image_digest
JOIN arrived_layer ON arrived_layer.layer_digest = image_layer.layer_digest
ORDER BY image, layer
