-- At most 20 distinct rejections of this run, sorted by source, for the console.
-- Reads:
--   new_rejected_blob: what this run found for table rejected_blob.
SELECT DISTINCT source, digest, reason, new_rejected_blob.offset, message
FROM new_rejected_blob
ORDER BY source, digest NULLS FIRST, reason, new_rejected_blob.offset NULLS FIRST, message
LIMIT 20
