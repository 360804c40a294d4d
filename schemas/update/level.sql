-- One row per update whose file trees are compared, and layer of its two images; depth 0 is the base layer. The images
-- often begin with the same layers: up to the first depth at which they differ, a layer has one row for both images,
-- with earlier and later true and the digest of the later image. So its entries are read once. Above, each layer has a
-- row of its own, of the image that lists it.
-- Reads:
--   update_compared: updates whose layers were all read (compared.sql).
WITH
-- One row per update, image of it and layer of that image; later is 0 for the earlier image and 1 for the later
-- one.
side_layer AS (
  SELECT
    update_compared.update_number, image_layer.depth, image_layer.layer_digest, image_layer.image_digest, 0 AS later
  FROM update_compared
  JOIN image_layer ON image_layer.image_digest = update_compared.from_image
  WHERE update_compared.compared
  UNION ALL
  SELECT
    update_compared.update_number, image_layer.depth, image_layer.layer_digest, image_layer.image_digest, 1 AS later
  FROM update_compared
  JOIN image_layer ON image_layer.image_digest = update_compared.to_image
  WHERE update_compared.compared
),
-- One row per update whose images do not have the same layers: the lowest depth at which they differ. Both may have
-- another layer there, or only one of them has a layer.
first_difference AS (
  SELECT update_number, min(depth) AS depth
  FROM (
    SELECT update_number, depth
    FROM side_layer
    GROUP BY update_number, depth
    HAVING count(*) < 2 OR min(layer_digest) <> max(layer_digest)
  ) AS differing_depth
  GROUP BY update_number
)
SELECT
  side_layer.update_number,
  side_layer.depth,
  side_layer.layer_digest,
  side_layer.image_digest,
  side_layer.later = 0 OR first_difference.depth IS NULL OR side_layer.depth < first_difference.depth AS earlier,
  side_layer.later = 1 AS later
FROM side_layer
LEFT JOIN first_difference ON first_difference.update_number = side_layer.update_number
WHERE side_layer.later = 1 OR side_layer.depth >= first_difference.depth
