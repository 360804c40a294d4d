-- The compressed bytes of an image are the sum of the layer sizes as listed, where all of them are known.
WITH
listed AS (
  SELECT image_digest, count(*) AS listings, count(compressed_bytes) AS sizes, sum(compressed_bytes) AS listed_bytes
  FROM image_layer
  GROUP BY image_digest
)
SELECT
  image.image_digest,
  image.compressed_bytes,
  listed.listed_bytes,
  count(*) OVER () AS total
FROM image
JOIN listed ON listed.image_digest = image.image_digest
WHERE listed.sizes = listed.listings AND listed.listed_bytes <> image.compressed_bytes
ORDER BY image.image_digest
LIMIT 20
