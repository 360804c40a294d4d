-- One row per repository and manifest in it that was read.
SELECT DISTINCT entry.repository, entry.manifest_digest
FROM repository_manifest AS entry
JOIN manifest ON manifest.manifest_digest = entry.manifest_digest
