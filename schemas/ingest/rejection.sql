-- What was rejected, each once.
SELECT DISTINCT source, digest, reason, found_rejected_blob.offset, message
FROM found_rejected_blob
