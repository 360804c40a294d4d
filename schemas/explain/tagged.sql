-- At most 11 manifests or indexes that a tag of a repository leads to, each with one of its places: several where different
-- places have the same repository and tag.
SELECT repository_manifest.manifest_digest AS digest, min(sighting.location) AS location
FROM repository_manifest
LEFT JOIN sighting
  ON sighting.kind = 'MANIFEST' AND sighting.gone_at IS NULL
  AND sighting.repository = repository_manifest.repository AND sighting.tag = repository_manifest.tag
  AND sighting.digest = repository_manifest.manifest_digest
WHERE repository_manifest.repository = :repository AND repository_manifest.tag = :name
GROUP BY repository_manifest.manifest_digest
ORDER BY digest
LIMIT 11
