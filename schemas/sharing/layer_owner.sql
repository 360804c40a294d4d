-- One row per layer and owner: an image that lists it, or a repository that contains such an image. Images are numbered
-- from 0, and repositories after them. Sorted by layer, images first. A row of image_tag without a tag still says that
-- the repository contains the image. Owner -1 means that an image of the layer is in no known repository.
-- Reads:
--   layer_key: layers with their numbers (layer_key.sql).
WITH
-- Images that list layers, numbered from 0.
image_key AS (
  SELECT image_digest, CAST(row_number() OVER (ORDER BY image_digest) - 1 AS INT) AS image
  FROM (SELECT DISTINCT image_digest FROM image_layer)
),
-- Repositories, numbered after the images.
repository_key AS (
  SELECT repository, CAST(row_number() OVER (ORDER BY repository) - 1 + (SELECT count(*) FROM image_key) AS INT) AS number
  FROM (SELECT DISTINCT repository FROM image_tag WHERE repository IS NOT NULL)
),
-- One row per layer and image that lists it.
image_member AS (
  SELECT DISTINCT layer_key.layer, image_key.image_digest, image_key.image
  FROM image_layer
  JOIN image_key ON image_key.image_digest = image_layer.image_digest
  JOIN layer_key ON layer_key.layer_digest = image_layer.layer_digest
),
-- One row per layer and repository of an image with the layer; number is -1 for an unknown repository.
repository_member AS (
  SELECT DISTINCT image_member.layer, coalesce(repository_key.number, -1) AS number
  FROM image_member
  JOIN image_tag ON image_tag.image_digest = image_member.image_digest
  LEFT JOIN repository_key ON repository_key.repository = image_tag.repository
)
SELECT layer, false AS is_repository, image AS owner FROM image_member
UNION ALL
SELECT layer, true, number FROM repository_member
ORDER BY layer, is_repository, owner
