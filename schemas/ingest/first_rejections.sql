-- The first of what was rejected, to be shown.
SELECT DISTINCT source, digest, reason, found_rejected_blob.offset, message
FROM found_rejected_blob
ORDER BY source, digest NULLS FIRST, reason, found_rejected_blob.offset NULLS FIRST, message
LIMIT 20
