-- The manifests that refer to a blob.
SELECT DISTINCT manifest_digest FROM manifest_reference WHERE digest = :digest
