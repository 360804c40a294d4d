-- The 3 repositories with the most bytes of layers that no other repository contains, next to the bytes of all their
-- layers. Bytes are compressed, each layer once. An image of an unknown repository counts as a repository of its own.
WITH
contained AS (
  SELECT DISTINCT
    image_tag.repository,
    CASE WHEN image_tag.repository IS NULL THEN image_tag.image_digest END AS apart,
    image_layer.layer_digest
  FROM image_tag
  JOIN image_layer ON image_layer.image_digest = image_tag.image_digest
),
owners AS (
  SELECT layer_digest, count(*) AS repositories FROM contained GROUP BY layer_digest
)
SELECT
  contained.repository,
  sum(CASE WHEN owners.repositories = 1 THEN layer.compressed_bytes ELSE 0 END) AS own_bytes,
  sum(layer.compressed_bytes) AS bytes
FROM contained
JOIN owners ON owners.layer_digest = contained.layer_digest
JOIN layer ON layer.layer_digest = contained.layer_digest
WHERE contained.repository IS NOT NULL
GROUP BY contained.repository
ORDER BY own_bytes DESC, contained.repository
LIMIT 3
