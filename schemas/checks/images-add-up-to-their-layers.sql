-- The compressed bytes of an image are the sum of the sizes that its manifest lists for its layers.
-- A layer that is listed twice counts twice. An image is left out when one of its layers has no listed size.
WITH
-- One row per image: how many layers it lists, and how many of these have a size.
listing_total AS (
  SELECT image_digest, count(*) AS listings, count(compressed_bytes) AS sizes, sum(compressed_bytes) AS listed_bytes
  FROM image_layer
  GROUP BY image_digest
)
SELECT
  image.image_digest,
  image.compressed_bytes,
  listing_total.listed_bytes,
  count(*) OVER () AS total
FROM image
JOIN listing_total ON listing_total.image_digest = image.image_digest
-- count(compressed_bytes) leaves nulls out, so it is below count(*) when a size is not known.
WHERE listing_total.sizes = listing_total.listings AND listing_total.listed_bytes <> image.compressed_bytes
ORDER BY image.image_digest
-- At most 20 faults are listed; column total counts all.
LIMIT 20
