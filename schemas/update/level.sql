-- One row per update and layer of its two images, for updates whose file trees are compared. Layers that both images
-- have in common from the bottom up to the first difference come once, with earlier and later true.
WITH
listed AS (
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
differing AS (
  SELECT update_number, min(depth) AS depth
  FROM (
    SELECT update_number, depth
    FROM listed
    GROUP BY update_number, depth
    HAVING count(*) < 2 OR min(layer_digest) <> max(layer_digest)
  ) AS unlike
  GROUP BY update_number
)
SELECT
  listed.update_number,
  listed.depth,
  listed.layer_digest,
  listed.image_digest,
  listed.later = 0 OR differing.depth IS NULL OR listed.depth < differing.depth AS earlier,
  listed.later = 1 AS later
FROM listed
LEFT JOIN differing ON differing.update_number = listed.update_number
WHERE listed.later = 1 OR listed.depth >= differing.depth
