-- One row per hard link of an image that is compared, and per file or symbolic link at a path that some hard link
-- points to. linked says whether a hard link points to this path.
SELECT
  image_level.image_digest,
  image_level.depth,
  entry.position,
  entry.path,
  entry.kind,
  entry.fingerprint,
  entry.link_target,
  entry.target,
  entry.linked
FROM (
  SELECT update_entry.*, linked.path IS NOT NULL AS linked
  FROM update_entry
  LEFT JOIN (SELECT DISTINCT target AS path FROM update_entry WHERE target IS NOT NULL) AS linked
    ON linked.path = update_entry.path
  WHERE update_entry.kind = 'HARD_LINK' OR (update_entry.kind IN ('FILE', 'SYMLINK') AND linked.path IS NOT NULL)
) AS entry
JOIN (
  SELECT image_layer.image_digest, image_layer.depth, image_layer.layer_digest
  FROM image_layer
  SEMI JOIN (SELECT DISTINCT image_digest FROM update_level) AS compared
    ON compared.image_digest = image_layer.image_digest
) AS image_level ON image_level.layer_digest = entry.layer_digest
