-- One row per entry of both images of each update whose file trees are compared. earlier and later say which of the two
-- images the entry belongs to; it can be both.
-- Reads:
--   update_level: layers of both images of each compared update (level.sql).
--   update_entry: the rows of recipe.sql with clean paths.
SELECT
  update_level.update_number,
  update_level.image_digest,
  update_level.depth,
  update_entry.position,
  update_entry.path,
  update_entry.kind,
  update_entry.fingerprint,
  update_entry.bytes,
  update_entry.link_target,
  update_entry.target,
  update_level.earlier,
  update_level.later
FROM update_level
JOIN update_entry ON update_entry.layer_digest = update_level.layer_digest
