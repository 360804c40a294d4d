-- The entries of both images of an update, at the paths that they lead to. Only of updates in which some entry, or the
-- target of a hard link, leads through a linked folder.
-- The layers that both images have at the bottom come once, under the name of the earlier image. So image_digest names
-- the update and one of its two images.
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
