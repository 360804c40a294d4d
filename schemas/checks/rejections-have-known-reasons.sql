-- The reason of a rejected blob is one that table rejected_blob declares.
SELECT source, digest, reason, message, count(*) OVER () AS total
FROM rejected_blob
WHERE reason NOT IN ('TRUNCATED', 'CORRUPT', 'DIGEST_MISMATCH', 'LIMIT', 'ENCRYPTED', 'ABSENT', 'UNSUPPORTED')
ORDER BY source, digest NULLS FIRST, reason, message
-- At most 20 faults are listed; column total counts all.
LIMIT 20
