-- The entries of both images of an update, at their real paths: symbolic links to folders are followed. Only updates in
-- which an entry, or the target of a hard link, is below such a link. Layers that both images have at the bottom come
-- once, as layers of the earlier image. image_digest is not a digest here: it is the update's number and "earlier" or
-- "later".
SELECT
  layered.update_number,
  concat(layered.update_number, CASE WHEN layered.earlier THEN ' earlier' ELSE ' later' END) AS image_digest,
  layered.depth,
  layered.position,
  coalesce(moved.path, layered.path) AS path,
  layered.kind,
  layered.fingerprint,
  layered.bytes,
  layered.link_target,
  coalesce(aim.path, layered.target) AS target,
  layered.earlier,
  layered.later
FROM update_layered AS layered
SEMI JOIN update_moved AS again ON again.update_number = layered.update_number
LEFT JOIN (SELECT * FROM update_moved WHERE NOT is_target) AS moved
  ON moved.update_number = layered.update_number
  AND moved.depth = layered.depth
  AND moved.position = layered.position
  AND moved.earlier = layered.earlier
LEFT JOIN (SELECT * FROM update_moved WHERE is_target) AS aim
  ON aim.update_number = layered.update_number
  AND aim.depth = layered.depth
  AND aim.position = layered.position
  AND aim.earlier = layered.earlier
