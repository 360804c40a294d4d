-- One row per refused manifest or config, and per false statement of an image about a layer. A file that is empty is no
-- fault if another input has the manifest or config: registries that store blobs once leave such files.
-- Reads:
--   new_refused_blob: manifests and configs that cannot be read.
--   new_image: what this run found for table image.
--   new_manifest: what this run found for table manifest.
--   false_statement: what images state falsely about layers (false_statement.sql).
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
