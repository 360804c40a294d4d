-- Every row of image_tag has a row of kind IMAGE in table sighting that is not gone, and every such row has one of its
-- repository, tag and image, or of its image. A warehouse of an earlier version has no sightings.
WITH
there AS (
  SELECT DISTINCT coalesce(repository, '') AS repository, coalesce(tag, '') AS tag, digest
  FROM sighting
  WHERE kind = 'IMAGE' AND gone_at IS NULL
),
tagged AS (
  SELECT coalesce(repository, '') AS repository, coalesce(tag, '') AS tag, image_digest FROM image_tag
),
fault AS (
  SELECT 'not seen' AS what, tagged.repository, tagged.tag, tagged.image_digest
  FROM tagged
  LEFT JOIN there
    ON there.repository = tagged.repository AND there.tag = tagged.tag AND there.digest = tagged.image_digest
  WHERE there.digest IS NULL AND EXISTS (SELECT 1 FROM sighting)
  UNION ALL
  SELECT 'not tagged', there.repository, there.tag, there.digest
  FROM there
  LEFT JOIN (SELECT DISTINCT image_digest FROM tagged) AS named ON named.image_digest = there.digest
  WHERE named.image_digest IS NULL
)
SELECT what, repository, tag, image_digest, count(*) OVER () AS total
FROM fault
ORDER BY what, repository, tag, image_digest
-- At most 20 faults are listed; column total counts all.
LIMIT 20
