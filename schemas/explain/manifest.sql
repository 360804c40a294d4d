-- One row: a manifest, from table manifest.
SELECT kind AS manifest_kind, media_type, bytes AS stored_bytes, subject
FROM manifest
WHERE manifest_digest = :digest
