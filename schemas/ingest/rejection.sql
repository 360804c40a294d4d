-- The distinct rejections of this run.
-- Reads:
--   new_rejected_blob: what this run found for table rejected_blob.
SELECT DISTINCT source, digest, reason, new_rejected_blob.offset, message
FROM new_rejected_blob
