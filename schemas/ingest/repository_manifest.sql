-- Table repository_manifest, from the rows of table sighting that are there (view sighting_there): one row per repository,
-- tag and manifest. A row without a tag says that no tag leads to the manifest; it is left out if one does.
-- Reads:
--   sighting_there: the rows of table sighting that are not gone.
WITH place AS (
  SELECT
    repository,
    tag,
    digest AS manifest_digest,
    coalesce(min(first_seen_at), TIMESTAMP '1970-01-01 00:00:00') AS first_seen_at
  FROM sighting_there
  WHERE kind = 'MANIFEST'
  GROUP BY repository, tag, digest
)
SELECT repository, tag, manifest_digest, first_seen_at
FROM place
WHERE tag IS NOT NULL
  OR NOT EXISTS (
    SELECT 1
    FROM place AS tagged
    WHERE tagged.manifest_digest = place.manifest_digest
      AND tagged.repository = place.repository
      AND tagged.tag IS NOT NULL
  )
