-- One row per new manifest, and digest and kind of a thing that it refers to.
-- Reads:
--   new_manifest_reference: what this run found for table manifest_reference.
SELECT manifest_digest, digest, kind, max(bytes) AS bytes
FROM new_manifest_reference
ANTI JOIN manifest USING (manifest_digest)
GROUP BY manifest_digest, digest, kind
