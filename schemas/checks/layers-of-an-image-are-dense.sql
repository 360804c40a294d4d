-- An image has as many rows in image_layer as its column layers says, at depths 0, 1, ... n - 1, each once.
WITH
-- One row per image in image_layer.
listing_total AS (
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
  coalesce(image.image_digest, listing_total.image_digest) AS image_digest,
  image.layers,
  coalesce(listing_total.listings, 0) AS listings,
  coalesce(listing_total.depths, 0) AS depths,
  listing_total.least_depth,
  listing_total.most_depth,
  count(*) OVER () AS total
FROM image
FULL OUTER JOIN listing_total ON listing_total.image_digest = image.image_digest
-- Rows in image_layer of an image that is not in table image.
WHERE image.image_digest IS NULL
  -- Another number of rows than image.layers.
  OR image.layers <> coalesce(listing_total.listings, 0)
  -- A depth that occurs twice.
  OR listing_total.depths <> listing_total.listings
  -- Depths must begin at 0 and end at n - 1.
  OR listing_total.least_depth <> 0
  OR listing_total.most_depth <> listing_total.listings - 1
ORDER BY coalesce(image.image_digest, listing_total.image_digest)
-- At most 20 faults are listed; column total counts all.
LIMIT 20
