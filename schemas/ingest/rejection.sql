-- The distinct rejections of this run.
SELECT DISTINCT source, digest, reason, new_rejected_blob.offset, message
FROM new_rejected_blob
