-- One row per new manifest. Each column takes a value from any input of this run that has one.
-- Reads:
--   new_manifest: what this run found for table manifest.
SELECT
  manifest_digest,
  max(kind) AS kind,
  max(media_type) AS media_type,
  max(bytes) AS bytes,
  max(subject) AS subject
FROM new_manifest
ANTI JOIN manifest USING (manifest_digest)
GROUP BY manifest_digest
