-- An image has as many image_layer rows as it says, at depths 0, 1, ... n - 1, each once; and every such row belongs to
-- an image.
WITH
listed AS (
  SELECT
    image_digest,
    count(*) AS listings,
    count(DISTINCT depth) AS depths,
    min(depth) AS least_depth,
    max(depth) AS most_depth
  FROM image_layer
  GROUP BY image_digest
)
SELECT
  coalesce(image.image_digest, listed.image_digest) AS image_digest,
  image.layers,
  coalesce(listed.listings, 0) AS listings,
  coalesce(listed.depths, 0) AS depths,
  listed.least_depth,
  listed.most_depth,
  count(*) OVER () AS total
FROM image
FULL OUTER JOIN listed ON listed.image_digest = image.image_digest
WHERE image.image_digest IS NULL
  OR image.layers <> coalesce(listed.listings, 0)
  OR listed.depths <> listed.listings
  OR listed.least_depth <> 0
  OR listed.most_depth <> listed.listings - 1
ORDER BY coalesce(image.image_digest, listed.image_digest)
LIMIT 20
