-- One row per reference that keeps a manifest from being removed: while manifest above is kept, manifest below is kept
-- as well. An index keeps the manifests that it lists. A manifest keeps its referrers, such as signatures, which name
-- it as their subject; these rows have refers true.
SELECT manifest_digest AS above, digest AS below, false AS refers FROM manifest_reference WHERE kind = 'MANIFEST'
UNION ALL
SELECT subject, manifest_digest, true FROM manifest WHERE subject IS NOT NULL
