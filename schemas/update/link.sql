-- One row per hard link of an image that is compared, and per file or symbolic link at a path that some hard link
-- points to. linked says whether a hard link points to this path.
-- Reads:
--   update_entry: the rows of recipe.sql with clean paths.
--   update_level: layers of both images of each compared update (level.sql).
SELECT
  compared_layer.image_digest,
  compared_layer.depth,
  link_entry.position,
  link_entry.path,
  link_entry.kind,
  link_entry.fingerprint,
  link_entry.link_target,
  link_entry.target,
  link_entry.linked
FROM (
  SELECT update_entry.*, hard_link_target.path IS NOT NULL AS linked
  FROM update_entry
  LEFT JOIN (SELECT DISTINCT target AS path FROM update_entry WHERE target IS NOT NULL) AS hard_link_target
    ON hard_link_target.path = update_entry.path
  WHERE update_entry.kind = 'HARD_LINK'
    OR (update_entry.kind IN ('FILE', 'SYMLINK') AND hard_link_target.path IS NOT NULL)
) AS link_entry
JOIN (
  SELECT image_layer.image_digest, image_layer.depth, image_layer.layer_digest
  FROM image_layer
  SEMI JOIN (SELECT DISTINCT image_digest FROM update_level) AS compared_image
    ON compared_image.image_digest = image_layer.image_digest
) AS compared_layer ON compared_layer.layer_digest = link_entry.layer_digest
