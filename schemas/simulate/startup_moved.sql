-- The entries of the round before, those that are in a linked folder by their new path; without folders that no layer
-- lists.
SELECT
  image,
  coalesce(moved_path, path) AS path,
  replace(coalesce(moved_path, path), '/', chr(1)) AS key,
  depth,
  position,
  kind,
  link_target,
  bytes,
  content_depth,
  content_position
FROM squashed
WHERE position >= 0
