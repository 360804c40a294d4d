-- One row: what a tag of a repository led to last, or a manifest of it by the begin of its digest, and when it was gone; no row if it
-- was never seen there.
SELECT digest, first_seen_at, gone_at
FROM every_sighting
WHERE kind = 'MANIFEST' AND repository = :repository AND (tag = :name OR (digest >= :name AND digest < :until)) AND gone_at IS NOT NULL
ORDER BY gone_at DESC, digest
LIMIT 1
