-- One row per update and distinct layer of its earlier image.
-- Reads:
--   update_pair: updates: two images that follow each other (pair.sql).
--   update_listed: layers of the images of updates (listed.sql).
SELECT update_pair.update_number, update_listed.layer_digest, update_listed.diff_id, update_listed.layer_number
FROM update_pair
JOIN update_listed ON update_listed.image_digest = update_pair.from_image
