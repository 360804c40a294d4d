-- The digest itself, if it is that of a manifest or index in the repository; otherwise no row.
SELECT manifest_digest AS digest
FROM repository_manifest
WHERE repository = :repository AND manifest_digest = :name
LIMIT 1
