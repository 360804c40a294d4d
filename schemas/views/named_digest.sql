-- Manifests that are there, and the configs and blobs that they name.
--
-- from: manifest, repository_manifest, manifest_reference
SELECT manifest_digest AS digest FROM manifest
UNION
SELECT manifest_digest FROM repository_manifest
UNION
SELECT digest FROM manifest_reference
