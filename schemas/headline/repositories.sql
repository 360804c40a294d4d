-- Which repositories contain the most that no other contains? Compressed bytes of their distinct layers. An image of an
-- unknown repository contains its layers too, by itself.
WITH
held AS (
  SELECT DISTINCT
    image_tag.repository,
    CASE WHEN image_tag.repository IS NULL THEN image_tag.image_digest END AS apart,
    image_layer.layer_digest
  FROM image_tag
  JOIN image_layer ON image_layer.image_digest = image_tag.image_digest
),
holders AS (
  SELECT layer_digest, count(*) AS repositories FROM held GROUP BY layer_digest
)
SELECT
  held.repository,
  CAST(sum(CASE WHEN holders.repositories = 1 THEN layer.compressed_bytes ELSE 0 END) AS BIGINT) AS own_bytes,
  CAST(sum(layer.compressed_bytes) AS BIGINT) AS bytes
FROM held
JOIN holders ON holders.layer_digest = held.layer_digest
JOIN layer ON layer.layer_digest = held.layer_digest
WHERE held.repository IS NOT NULL
GROUP BY held.repository
ORDER BY own_bytes DESC, held.repository
LIMIT 3
