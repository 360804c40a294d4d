-- Blobs that stores list, that are no manifest which is there, and that none of these names. bytes is null where nobody
-- states it. A collection of garbage frees them, but for those of a bare folder.
--
-- from: sighting, named_digest
SELECT stored_blob.digest, stored_blob.bytes
FROM (
  SELECT digest, max(bytes) AS bytes FROM sighting WHERE kind = 'BLOB' AND gone_at IS NULL GROUP BY digest
) AS stored_blob
LEFT JOIN named_digest ON named_digest.digest = stored_blob.digest
WHERE named_digest.digest IS NULL
