-- Blobs that stores list and that no manifest which is there names. bytes is null where nobody states it. A collection of
-- garbage frees them, but for blobs that never had a manifest, such as those of a bare folder.
--
-- from: sighting, manifest, repository_manifest, manifest_reference
SELECT stored_blob.digest, stored_blob.bytes
FROM (
  SELECT digest, max(bytes) AS bytes FROM sighting WHERE kind = 'BLOB' AND gone_at IS NULL GROUP BY digest
) AS stored_blob
LEFT JOIN (
  SELECT manifest_digest AS digest FROM manifest
  UNION
  SELECT manifest_digest FROM repository_manifest
  UNION
  SELECT digest FROM manifest_reference
) AS named_blob ON named_blob.digest = stored_blob.digest
WHERE named_blob.digest IS NULL
