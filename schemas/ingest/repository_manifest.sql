-- All manifests of repositories as they are now: those found, and the earlier ones that were not found again. A row that
-- says that no tag leads to a manifest goes when one does. What was there before keeps its first time. An earlier version
-- wrote repositories of Docker Hub with its host.
WITH found AS (
  SELECT repository, tag, manifest_digest FROM new_repository_manifest
  UNION ALL
  SELECT concat('docker.io/', repository), tag, manifest_digest FROM new_repository_manifest
  UNION ALL
  SELECT concat('docker.io/library/', repository), tag, manifest_digest FROM new_repository_manifest
)
SELECT repository, tag, manifest_digest, first_seen_at
FROM repository_manifest AS old
WHERE NOT EXISTS (
  SELECT 1 FROM found AS new WHERE new.repository = old.repository AND new.tag = old.tag
)
  AND NOT EXISTS (
    SELECT 1
    FROM found AS new
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
