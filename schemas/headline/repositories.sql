-- The 3 repositories with the most bytes of layers that no other repository contains, next to the bytes of all their
-- layers. Bytes are of layers as stored, each once. An image of an unknown repository counts as a repository of its own.
WITH
-- One row per owner (repository, or image of an unknown repository) and distinct layer.
owner_layer AS (
  SELECT DISTINCT
    image_tag.repository,
    CASE WHEN image_tag.repository IS NULL THEN image_tag.image_digest END AS apart,
    image_layer.layer_digest
  FROM image_tag
  JOIN image_layer ON image_layer.image_digest = image_tag.image_digest
),
-- One row per layer.
layer_owners AS (
  SELECT layer_digest, count(*) AS repositories FROM owner_layer GROUP BY layer_digest
)
SELECT
  owner_layer.repository,
  sum(CASE WHEN layer_owners.repositories = 1 THEN layer.compressed_bytes ELSE 0 END) AS own_bytes,
  sum(layer.compressed_bytes) AS bytes
FROM owner_layer
JOIN layer_owners ON layer_owners.layer_digest = owner_layer.layer_digest
JOIN layer ON layer.layer_digest = owner_layer.layer_digest
WHERE owner_layer.repository IS NOT NULL
GROUP BY owner_layer.repository
ORDER BY own_bytes DESC, owner_layer.repository
LIMIT 3
