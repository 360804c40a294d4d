-- Reasons are those of the table declaration.
SELECT source, digest, reason, message, count(*) OVER () AS total
FROM rejected_blob
WHERE reason NOT IN ('TRUNCATED', 'CORRUPT', 'DIGEST_MISMATCH', 'LIMIT', 'ENCRYPTED', 'ABSENT', 'UNSUPPORTED')
ORDER BY source, digest NULLS FIRST, reason, message
LIMIT 20
