-- The manifest or index of this digest, if the repository contains it.
SELECT manifest_digest AS digest
FROM repository_manifest
WHERE repository = :repository AND manifest_digest = :name
LIMIT 1
