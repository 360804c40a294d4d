-- One row per entry of both images of each compared update, with its content: of a hard link, that of its target. A
-- hard link has a second row (is_target) for its target's path, which may lead through linked folders as any path may.
-- A hard link to a symbolic link counts as a symbolic link. key is the path with / replaced by character 1, so that a
-- folder sorts right before everything inside it. Recipes escape control characters, so no path contains character 1
-- itself.
-- Reads:
--   update_layered: entries of both images of each compared update (layered.sql; in later rounds again.sql).
--   update_link: the content that each hard link leads to.
SELECT
  update_layered.update_number,
  replace(update_layered.path, '/', chr(1)) AS key,
  update_layered.depth,
  update_layered.position,
  CASE WHEN update_link.link_target IS NOT NULL THEN 'SYMLINK' ELSE update_layered.kind END AS kind,
  coalesce(update_layered.link_target, update_link.link_target) AS link_target,
  coalesce(update_layered.fingerprint, update_link.fingerprint) AS content,
  update_layered.bytes,
  update_layered.earlier,
  update_layered.later,
  false AS is_target
FROM update_layered
LEFT JOIN update_link
  ON update_link.image_digest = update_layered.image_digest
  AND update_link.depth = update_layered.depth
  AND update_link.position = update_layered.position
UNION ALL
SELECT
  update_number, replace(target, '/', chr(1)), depth, position, kind, CAST(NULL AS STRING), CAST(NULL AS BINARY), bytes,
  earlier, later, true
FROM update_layered
WHERE target IS NOT NULL
