-- One row per entry of both images of an update at its real path: symbolic links to folders are followed. Only updates
-- in which an entry, or the target of a hard link, is below such a link (view update_moved has the new paths). Layers
-- that both images have at the bottom come once, as layers of the earlier image. image_digest is not a digest here: it
-- is the number of the update and "earlier" or "later".
-- Reads:
--   update_layered: entries of both images of each compared update (layered.sql; in later rounds again.sql).
SELECT
  layered.update_number,
  concat(layered.update_number, CASE WHEN layered.earlier THEN ' earlier' ELSE ' later' END) AS image_digest,
  layered.depth,
  layered.position,
  coalesce(moved_entry.path, layered.path) AS path,
  layered.kind,
  layered.fingerprint,
  layered.bytes,
  layered.link_target,
  coalesce(moved_target.path, layered.target) AS target,
  layered.earlier,
  layered.later
FROM update_layered AS layered
SEMI JOIN update_moved AS moved_update ON moved_update.update_number = layered.update_number
LEFT JOIN (SELECT * FROM update_moved WHERE NOT is_target) AS moved_entry
  ON moved_entry.update_number = layered.update_number
  AND moved_entry.depth = layered.depth
  AND moved_entry.position = layered.position
  AND moved_entry.earlier = layered.earlier
LEFT JOIN (SELECT * FROM update_moved WHERE is_target) AS moved_target
  ON moved_target.update_number = layered.update_number
  AND moved_target.depth = layered.depth
  AND moved_target.position = layered.position
  AND moved_target.earlier = layered.earlier
