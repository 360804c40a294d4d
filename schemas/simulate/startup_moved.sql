-- The entries of all images as the next round of unpacking reads them. A round moves entries that were listed below a
-- symbolic link to a folder, so their paths, and targets of hard links, change. Folders that no layer lists have
-- positions below 0 and are left out: each round adds them again.
SELECT
  entry.image,
  entry.depth,
  entry.position,
  coalesce(entry.moved_path, entry.path) AS path,
  CASE WHEN aim.image IS NULL THEN entry.kind ELSE 'HARD_LINK' END AS kind,
  coalesce(entry.bytes, 0) AS bytes,
  CASE WHEN aim.image IS NULL THEN entry.link_target END AS link_target,
  coalesce(aim.moved_path, aim.path) AS target
FROM unpacked AS entry
LEFT JOIN (SELECT * FROM unpacked WHERE is_target) AS aim
  ON aim.image = entry.image AND aim.depth = entry.depth AND aim.position = entry.position
WHERE entry.position >= 0 AND NOT entry.is_target
