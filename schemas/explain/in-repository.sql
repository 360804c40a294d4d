-- At most 11 manifests and indexes of a repository whose digest begins as requested: from `name` up to, not including,
-- `until`.
SELECT DISTINCT manifest_digest AS name, 'manifest' AS kind, CAST(NULL AS STRING) AS diff_id
FROM repository_manifest
WHERE repository = :repository AND manifest_digest >= :name AND manifest_digest < :until
ORDER BY name
LIMIT 11
