-- The digest of the manifest or index that a tag of a repository points to.
SELECT manifest_digest AS digest
FROM repository_manifest
WHERE repository = :repository AND tag = :name
ORDER BY manifest_digest
LIMIT 1
