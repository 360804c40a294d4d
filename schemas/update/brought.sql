-- One row per update and layer that it brings: the later image lists it, the earlier one does not. same_archive is 1 if
-- the earlier image has the same archive (diffID) in another compression, otherwise 0.
-- Reads:
--   update_pair: updates: two images that follow each other (pair.sql).
--   update_listed: layers of the images of updates (listed.sql).
--   update_earlier: layers of the earlier image of each update (earlier.sql).
SELECT
  update_pair.update_number,
  update_listed.depth,
  update_listed.layer_digest,
  update_listed.layer_number,
  update_listed.compressed_bytes,
  CASE WHEN known.diff_id IS NULL THEN 0 ELSE 1 END AS same_archive
FROM update_pair
JOIN update_listed ON update_listed.image_digest = update_pair.to_image
ANTI JOIN update_earlier
  ON update_earlier.update_number = update_pair.update_number
  AND update_earlier.layer_digest = update_listed.layer_digest
LEFT JOIN (
  SELECT DISTINCT update_number, diff_id FROM update_earlier WHERE diff_id IS NOT NULL
) AS known
  ON known.update_number = update_pair.update_number
  AND known.diff_id = update_listed.diff_id
