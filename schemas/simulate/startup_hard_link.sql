-- The hard links of images, and the files and symbolic links at their targets.
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
