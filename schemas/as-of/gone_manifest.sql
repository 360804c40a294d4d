-- The manifests that were not there at a moment: seen before, by themselves or in an index, and nowhere any more, or
-- seen only later.
WITH
ended AS (
  SELECT DISTINCT digest
  FROM every_sighting
  WHERE kind = 'MANIFEST'
    AND (gone_at <= CAST(/* gone */ NULL AS TIMESTAMP) OR first_seen_at > CAST(/* moment */ NULL AS TIMESTAMP))
),
there AS (
  SELECT digest FROM sighting_there WHERE kind = 'MANIFEST'
),
listed AS (
  SELECT manifest_digest, digest FROM every_manifest_reference WHERE kind = 'MANIFEST'
),
below AS (
  SELECT there.digest FROM there
  UNION
  SELECT listed.digest FROM there JOIN listed ON listed.manifest_digest = there.digest
  UNION
  SELECT lower.digest
  FROM there
  JOIN listed ON listed.manifest_digest = there.digest
  JOIN listed AS lower ON lower.manifest_digest = listed.digest
)
SELECT digest AS manifest_digest
FROM (
  SELECT digest FROM ended
  UNION
  SELECT listed.digest FROM ended JOIN listed ON listed.manifest_digest = ended.digest
  UNION
  SELECT lower.digest
  FROM ended
  JOIN listed ON listed.manifest_digest = ended.digest
  JOIN listed AS lower ON lower.manifest_digest = listed.digest
) AS above
EXCEPT
SELECT digest FROM below
