-- Which images contain the most that no other contains? Compressed bytes of their distinct layers.
WITH
held AS (
  SELECT DISTINCT image_digest, layer_digest FROM image_layer
),
holders AS (
  SELECT layer_digest, count(*) AS images FROM held GROUP BY layer_digest
),
named AS (
  SELECT
    image_digest,
    coalesce(
      min(repository || CASE WHEN tag IS NULL THEN '' ELSE ':' || tag END),
      min('unknown:' || tag)
    ) AS name
  FROM image_tag
  GROUP BY image_digest
),
summed AS (
  SELECT
    held.image_digest,
    CAST(sum(CASE WHEN holders.images = 1 THEN layer.compressed_bytes ELSE 0 END) AS BIGINT) AS own_bytes,
    CAST(sum(layer.compressed_bytes) AS BIGINT) AS bytes
  FROM held
  JOIN holders ON holders.layer_digest = held.layer_digest
  JOIN layer ON layer.layer_digest = held.layer_digest
  GROUP BY held.image_digest
)
SELECT coalesce(named.name, summed.image_digest) AS name, summed.own_bytes, summed.bytes
FROM summed
LEFT JOIN named ON named.image_digest = summed.image_digest
ORDER BY summed.own_bytes DESC, summed.image_digest
LIMIT 3
