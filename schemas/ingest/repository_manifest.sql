-- Table repository_manifest as it is after this run: the rows that it found, and earlier rows that it did not find. A
-- row without a tag says that no tag points to the manifest; it is dropped once one does. first_seen_at stays that of
-- the run that first wrote the row. Earlier versions wrote repositories of Docker Hub with host docker.io. CTE found_manifest
-- has both forms, so that such rows are replaced.
-- Reads:
--   new_repository_manifest: what this run found for table repository_manifest.
WITH
-- Tags and manifests that this run found, in each form in which an earlier version may have written them.
found_manifest AS (
  SELECT repository, tag, manifest_digest FROM new_repository_manifest
  UNION ALL
  SELECT concat('docker.io/', repository), tag, manifest_digest FROM new_repository_manifest
  UNION ALL
  SELECT concat('docker.io/library/', repository), tag, manifest_digest FROM new_repository_manifest
)
SELECT repository, tag, manifest_digest, first_seen_at
FROM repository_manifest AS old
WHERE NOT EXISTS (
  SELECT 1 FROM found_manifest AS new WHERE new.repository = old.repository AND new.tag = old.tag
)
  AND NOT EXISTS (
    SELECT 1
    FROM found_manifest AS new
    WHERE old.tag IS NULL AND new.repository = old.repository AND new.manifest_digest = old.manifest_digest
  )
UNION ALL
SELECT
  new.repository,
  new.tag,
  new.manifest_digest,
  coalesce(min(old.first_seen_at), CAST(:started AS TIMESTAMP)) AS first_seen_at
FROM new_repository_manifest AS new
LEFT JOIN repository_manifest AS old
  ON old.repository = new.repository
  AND old.manifest_digest = new.manifest_digest
  AND old.tag IS NOT DISTINCT FROM new.tag
GROUP BY new.repository, new.tag, new.manifest_digest
