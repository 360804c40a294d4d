-- What manifests that are new lead to, each thing once.
SELECT manifest_digest, digest, kind, max(bytes) AS bytes
FROM new_manifest_reference
ANTI JOIN manifest USING (manifest_digest)
GROUP BY manifest_digest, digest, kind
