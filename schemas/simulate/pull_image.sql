-- One row per image of a repository and layer of it that was ingested. Images and repositories are numbered from 0. An
-- image in several repositories counts in each. An image without a known repository counts as one of its own.
WITH named AS (
  SELECT DISTINCT coalesce(repository, concat('@', image_digest)) AS repository, image_digest FROM image_tag
),
numbered AS (
  SELECT
    repository,
    image_digest,
    CAST(dense_rank() OVER (ORDER BY repository) - 1 AS INT) AS repository_number,
    CAST(row_number() OVER (ORDER BY repository, image_digest) - 1 AS INT) AS image_number
  FROM named
)
SELECT DISTINCT
  numbered.image_number AS image,
  numbered.repository_number AS repository,
  arrived_layer.layer
FROM numbered
JOIN image_layer ON image_layer.image_digest = numbered.image_digest
JOIN arrived_layer ON arrived_layer.layer_digest = image_layer.layer_digest
ORDER BY image, layer
