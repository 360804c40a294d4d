-- The rows of table sighting that were there at a moment. A warehouse of an earlier version has none: there it is the rows
-- of image_tag and repository_manifest that had been seen by then. Those without a time count as always there.
WITH place AS (
  SELECT kind, repository, tag, digest, first_seen_at, gone_at FROM every_sighting
  UNION ALL
  SELECT 'IMAGE', repository, tag, image_digest, first_seen_at, NULL
  FROM every_image_tag
  WHERE NOT EXISTS (SELECT 1 FROM every_sighting)
  UNION ALL
  SELECT 'MANIFEST', repository, tag, manifest_digest, first_seen_at, NULL
  FROM every_repository_manifest
  WHERE NOT EXISTS (SELECT 1 FROM every_sighting)
)
SELECT kind, repository, tag, digest, first_seen_at
FROM place
WHERE (first_seen_at IS NULL OR first_seen_at <= CAST(/* moment */ NULL AS TIMESTAMP))
  AND (gone_at IS NULL OR gone_at > CAST(/* gone */ NULL AS TIMESTAMP))
