-- One row per repository and manifest: the manifests in it, and those that they list.
-- Reads:
--   member: one row per repository and manifest that is in it, or that an index in it lists (retention_member.sql).
SELECT repository, manifest_digest FROM member
UNION
SELECT member.repository, child_manifest.manifest_digest
FROM member
JOIN manifest_reference AS index_entry
  ON index_entry.manifest_digest = member.manifest_digest
  AND index_entry.kind = 'MANIFEST'
JOIN manifest AS child_manifest ON child_manifest.manifest_digest = index_entry.digest
