-- One row per blob of a storage tree that no manifest refers to and that is no manifest of a repository.
-- Reads:
--   new_stored_blob: blobs of storage trees.
--   new_repository_manifest: what this run found for table repository_manifest.
--   new_manifest_reference: what this run found for table manifest_reference.
SELECT DISTINCT stored.location, stored.digest
FROM new_stored_blob AS stored
ANTI JOIN new_repository_manifest AS contained ON contained.manifest_digest = stored.digest
ANTI JOIN new_manifest_reference AS reference ON reference.digest = stored.digest
