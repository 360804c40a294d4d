-- The entries of both images of each update that is compared, with their contents. The key of a path sorts a folder right
-- before everything inside it: no letter of a path is below 1, as recipes escape control characters.
SELECT
  update_level.update_number,
  replace(update_entry.path, '/', chr(1)) AS key,
  update_level.depth,
  update_entry.position,
  update_entry.kind,
  coalesce(update_entry.fingerprint, update_link.fingerprint) AS content,
  update_entry.bytes,
  update_level.earlier,
  update_level.later
FROM update_level
JOIN update_entry ON update_entry.layer_digest = update_level.layer_digest
LEFT JOIN update_link
  ON update_link.image_digest = update_level.image_digest
  AND update_link.depth = update_level.depth
  AND update_link.position = update_entry.position
