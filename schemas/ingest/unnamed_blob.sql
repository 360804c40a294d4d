-- One row per blob of a storage tree that no manifest refers to and that is no manifest of a repository.
SELECT DISTINCT stored.location, stored.digest
FROM new_stored_blob AS stored
ANTI JOIN new_repository_manifest AS contained ON contained.manifest_digest = stored.digest
ANTI JOIN new_manifest_reference AS led ON led.digest = stored.digest
