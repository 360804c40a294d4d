-- What of the manifests was refused, and images whose statements about their layers are false. An empty file is no fault
-- where another input has the manifest or the config: registries that store blobs once leave such files.
SELECT run_id, source, digest, reason, new_refused_blob.offset, message
FROM new_refused_blob
WHERE message <> 'an empty JSON document'
  OR NOT EXISTS (
    SELECT 1
    FROM (
      SELECT config_digest AS read_digest FROM new_image WHERE coalesce(os, architecture) IS NOT NULL
      UNION ALL
      SELECT manifest_digest FROM new_manifest
    ) AS elsewhere
    WHERE elsewhere.read_digest = new_refused_blob.digest
  )
UNION ALL
SELECT run_id, source, digest, reason, false_statement.offset, message FROM false_statement
