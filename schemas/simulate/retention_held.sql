-- The manifests that repositories hold, as far as they were read.
SELECT DISTINCT held.repository, held.manifest_digest
FROM repository_manifest AS held
JOIN manifest ON manifest.manifest_digest = held.manifest_digest
