-- The entries of images with their contents. The key of a path sorts a folder right before everything inside it: no letter
-- of a path is below 1, as recipes escape control characters.
SELECT
  layered.image,
  layered.path,
  replace(layered.path, '/', chr(1)) AS key,
  layered.depth,
  layered.position,
  layered.kind,
  layered.link_target,
  CASE WHEN layered.kind = 'FILE' THEN layered.bytes ELSE hard_link.bytes END AS bytes,
  CASE WHEN layered.kind = 'FILE' THEN layered.depth ELSE hard_link.content_depth END AS content_depth,
  CASE WHEN layered.kind = 'FILE' THEN layered.position ELSE hard_link.content_position END AS content_position
FROM layered
LEFT JOIN hard_link
  ON hard_link.image = layered.image
  AND hard_link.depth = layered.depth
  AND hard_link.position = layered.position
