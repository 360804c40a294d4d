-- The blobs and manifests that a manifest refers to.
SELECT digest, lower(kind) AS kind, bytes AS stored_bytes
FROM manifest_reference
WHERE manifest_digest = :digest
ORDER BY kind, digest
