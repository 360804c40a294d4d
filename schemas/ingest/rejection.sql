-- What was rejected, each once.
SELECT DISTINCT source, digest, reason, new_rejected_blob.offset, message
FROM new_rejected_blob
