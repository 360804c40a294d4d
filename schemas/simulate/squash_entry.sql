-- One row per entry of each image, with its content: of a file its own, of a hard link that of its target. A hard link
-- has a second row (is_target) for its target's path, which may lead through linked folders as any path may. A hard
-- link to a symbolic link counts as a symbolic link. key is the path with / replaced by character 1, so that a folder
-- sorts right before everything inside it. Recipes escape control characters, so no path contains character 1 itself.
-- Reads:
--   layered: entries of images, layer by layer (squash_layered.sql; in later rounds squash_moved.sql).
--   hard_link: the content that each hard link leads to.
SELECT
  layered.image,
  layered.path,
  replace(layered.path, '/', chr(1)) AS key,
  layered.depth,
  layered.position,
  CASE WHEN hard_link.link_target IS NOT NULL THEN 'SYMLINK' ELSE layered.kind END AS kind,
  coalesce(layered.link_target, hard_link.link_target) AS link_target,
  CASE WHEN layered.kind = 'FILE' THEN layered.bytes ELSE hard_link.bytes END AS bytes,
  CASE WHEN layered.kind = 'FILE' THEN layered.depth ELSE hard_link.content_depth END AS content_depth,
  CASE WHEN layered.kind = 'FILE' THEN layered.position ELSE hard_link.content_position END AS content_position,
  false AS is_target
FROM layered
LEFT JOIN hard_link
  ON hard_link.image = layered.image
  AND hard_link.depth = layered.depth
  AND hard_link.position = layered.position
UNION ALL
SELECT
  image, target, replace(target, '/', chr(1)), depth, position, kind, CAST(NULL AS STRING), CAST(NULL AS BIGINT),
  CAST(NULL AS INT), CAST(NULL AS INT), true
FROM layered
WHERE target IS NOT NULL
