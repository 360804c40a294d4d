-- The rows of view update_link for updates whose entries were moved to their real paths (see again.sql). image_digest
-- is the update's number and the side. Layers that both images have at the bottom come twice, once per side.
-- Reads:
--   update_layered: entries of both images of each compared update (layered.sql; in later rounds again.sql).
WITH
-- One row per update, image of it and entry of that image.
side_entry AS (
  SELECT update_number, image_digest, depth, position, path, kind, fingerprint, link_target, target FROM update_layered
  UNION ALL
  SELECT update_number, concat(update_number, ' later'), depth, position, path, kind, fingerprint, link_target, target
  FROM update_layered
  WHERE earlier AND later
)
SELECT
  side_entry.image_digest,
  side_entry.depth,
  side_entry.position,
  side_entry.path,
  side_entry.kind,
  side_entry.fingerprint,
  side_entry.link_target,
  side_entry.target,
  linked.path IS NOT NULL AS linked
FROM side_entry
LEFT JOIN (SELECT DISTINCT update_number, target AS path FROM update_layered WHERE target IS NOT NULL) AS linked
  ON linked.update_number = side_entry.update_number AND linked.path = side_entry.path
WHERE side_entry.kind = 'HARD_LINK' OR (side_entry.kind IN ('FILE', 'SYMLINK') AND linked.path IS NOT NULL)
