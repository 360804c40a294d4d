-- One row per entry of a layer of an image, as the next round of unpacking reads it. Unpacking follows symbolic links
-- to folders: an entry that a layer lists below such a link gets the real path. A hard link also has a row for the
-- path of its target (is_target), which may move too. As a move can bring an entry below another link, rounds follow
-- until no path changes. Folders that no layer lists have positions below 0 and are left out: each round adds them
-- again.
-- Reads:
--   unpacked: entries of images once all layers are unpacked, with their state and moved paths.
SELECT
  entry.image,
  entry.depth,
  entry.position,
  coalesce(entry.moved_path, entry.path) AS path,
  CASE WHEN linked_target.image IS NULL THEN entry.kind ELSE 'HARD_LINK' END AS kind,
  coalesce(entry.bytes, 0) AS bytes,
  CASE WHEN linked_target.image IS NULL THEN entry.link_target END AS link_target,
  coalesce(linked_target.moved_path, linked_target.path) AS target
FROM unpacked AS entry
LEFT JOIN (SELECT * FROM unpacked WHERE is_target) AS linked_target
  ON linked_target.image = entry.image AND linked_target.depth = entry.depth AND linked_target.position = entry.position
WHERE entry.position >= 0 AND NOT entry.is_target
