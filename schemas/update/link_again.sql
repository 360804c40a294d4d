-- The rows of view update_link for updates whose entries were moved to their real paths (see again.sql). image_digest
-- is the update's number and the side. Layers that both images have at the bottom come twice, once per side.
WITH
sided AS (
  SELECT update_number, image_digest, depth, position, path, kind, fingerprint, link_target, target FROM update_layered
  UNION ALL
  SELECT update_number, concat(update_number, ' later'), depth, position, path, kind, fingerprint, link_target, target
  FROM update_layered
  WHERE earlier AND later
)
SELECT
  sided.image_digest,
  sided.depth,
  sided.position,
  sided.path,
  sided.kind,
  sided.fingerprint,
  sided.link_target,
  sided.target,
  linked.path IS NOT NULL AS linked
FROM sided
LEFT JOIN (SELECT DISTINCT update_number, target AS path FROM update_layered WHERE target IS NOT NULL) AS linked
  ON linked.update_number = sided.update_number AND linked.path = sided.path
WHERE sided.kind = 'HARD_LINK' OR (sided.kind IN ('FILE', 'SYMLINK') AND linked.path IS NOT NULL)
