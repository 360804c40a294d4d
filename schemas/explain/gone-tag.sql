-- One row: what a tag of a repository led to last, and when that was gone; or, where `tag` is empty, a manifest of the
-- repository by the begin of its digest, from `digest` up to, not including, `until`. No row if it was never seen there.
SELECT digest, first_seen_at, gone_at
FROM every_sighting
WHERE kind = 'MANIFEST' AND repository = :repository AND gone_at IS NOT NULL
  AND (tag = :tag OR (:tag = '' AND digest >= :digest AND digest < :until))
ORDER BY gone_at DESC, digest
LIMIT 1
