-- Table image_tag, from the rows of table sighting that are there (view sighting_there): one row per repository, tag and
-- image, however many places have it. A row without a tag says that the image has none there; it is left out if one leads
-- to it. A row with neither, of an earlier version, is left out if the image has any other row.
-- Reads:
--   sighting_there: the rows of table sighting that are not gone.
WITH place AS (
  SELECT repository, tag, digest AS image_digest, min(first_seen_at) AS first_seen_at
  FROM sighting_there
  WHERE kind = 'IMAGE'
  GROUP BY repository, tag, digest
)
SELECT repository, tag, image_digest, first_seen_at
FROM place
WHERE tag IS NOT NULL
  OR (
    repository IS NOT NULL
    AND NOT EXISTS (
      SELECT 1
      FROM place AS tagged
      WHERE tagged.image_digest = place.image_digest
        AND tagged.repository = place.repository
        AND tagged.tag IS NOT NULL
    )
  )
  OR (
    repository IS NULL
    AND NOT EXISTS (
      SELECT 1
      FROM place AS named
      WHERE named.image_digest = place.image_digest AND coalesce(named.repository, named.tag) IS NOT NULL
    )
  )
