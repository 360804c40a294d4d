-- One row per hard link of an image, and per file or symbolic link at a path that a hard link points to (linked).
-- Reads:
--   layered: entries of images, layer by layer (squash_layered.sql; in later rounds squash_moved.sql).
SELECT
  layered.image,
  layered.depth,
  layered.position,
  layered.path,
  layered.kind,
  layered.bytes,
  layered.link_target,
  layered.target,
  linked.path IS NOT NULL AS linked
FROM layered
LEFT JOIN (SELECT DISTINCT image, target AS path FROM layered WHERE kind = 'HARD_LINK') AS linked
  ON linked.image = layered.image AND linked.path = layered.path
WHERE layered.kind = 'HARD_LINK' OR (layered.kind IN ('FILE', 'SYMLINK') AND linked.path IS NOT NULL)
