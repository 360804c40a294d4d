-- The references by which a manifest keeps another one from being removed. An index keeps the manifests that it lists;
-- a manifest keeps those that refer to it, such as signatures.
SELECT manifest_digest AS above, digest AS below, false AS refers FROM manifest_reference WHERE kind = 'MANIFEST'
UNION ALL
SELECT subject, manifest_digest, true FROM manifest WHERE subject IS NOT NULL
