-- One row per image of any update and distinct layer of it. A layer that the image lists several times is at its lowest
-- depth.
-- Reads:
--   update_pair: updates: two images that follow each other (pair.sql).
SELECT
  listed.image_digest,
  listed.layer_digest,
  listed.depth,
  coalesce(layer.compressed_bytes, listed.compressed_bytes, 0) AS compressed_bytes,
  coalesce(layer.diff_id, listed.diff_id) AS diff_id,
  layer_number.layer_number
FROM (
  SELECT
    image_layer.image_digest,
    image_layer.layer_digest,
    min(image_layer.depth) AS depth,
    max(image_layer.compressed_bytes) AS compressed_bytes,
    min(image_layer.diff_id) AS diff_id
  FROM image_layer
  SEMI JOIN (
    SELECT from_image AS image_digest FROM update_pair
    UNION ALL
    SELECT to_image FROM update_pair
  ) AS paired ON paired.image_digest = image_layer.image_digest
  GROUP BY image_layer.image_digest, image_layer.layer_digest
) AS listed
LEFT JOIN layer ON layer.layer_digest = listed.layer_digest
LEFT JOIN layer_number ON layer_number.layer_digest = listed.layer_digest
