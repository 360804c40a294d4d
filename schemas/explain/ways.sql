-- The ways on which a manifest keeps another: an index those that it lists, and a manifest what refers to it
-- (signatures and the like).
SELECT manifest_digest AS above, digest AS below, false AS refers FROM manifest_reference WHERE kind = 'MANIFEST'
UNION ALL
SELECT subject, manifest_digest, true FROM manifest WHERE subject IS NOT NULL
