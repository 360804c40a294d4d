-- All tags as they are now: the tags found, and the earlier tags that were not found again.
-- A row that says that no tag leads to an image goes when one does; one that knows neither repository nor tag remains
-- only for an image that has no other row, whichever was found first; an image whose last tag moved away has none until
-- it is found again. A row that was there keeps the time of its first run. Each condition joins by equal values alone, as
-- a repository may have a hundred thousand tags. An earlier version wrote repositories of Docker Hub with its host.
WITH
found AS (
  SELECT repository, tag, image_digest FROM new_image_tag
  UNION ALL
  SELECT concat('docker.io/', repository), tag, image_digest FROM new_image_tag
  UNION ALL
  SELECT concat('docker.io/library/', repository), tag, image_digest FROM new_image_tag
),
kept AS (
  SELECT repository, tag, image_digest, first_seen_at
  FROM image_tag AS old
  WHERE NOT EXISTS (
    SELECT 1 FROM found AS new WHERE new.repository = old.repository AND new.tag = old.tag
  )
    AND NOT EXISTS (
      SELECT 1
      FROM found AS new
      WHERE old.tag IS NULL AND new.repository = old.repository AND new.image_digest = old.image_digest
    )
),
now AS (
  SELECT repository, tag, image_digest, first_seen_at FROM kept
  UNION
  SELECT
    new.repository,
    new.tag,
    new.image_digest,
    CASE WHEN old.image_digest IS NULL THEN CAST(:started AS TIMESTAMP) ELSE old.first_seen_at END
  FROM new_image_tag AS new
  LEFT JOIN image_tag AS old
    ON old.repository IS NOT DISTINCT FROM new.repository
    AND old.tag IS NOT DISTINCT FROM new.tag
    AND old.image_digest = new.image_digest
)
SELECT repository, tag, image_digest, first_seen_at
FROM now
WHERE repository IS NOT NULL
  OR tag IS NOT NULL
  OR NOT EXISTS (
    SELECT 1
    FROM now AS named
    WHERE named.image_digest = now.image_digest AND coalesce(named.repository, named.tag) IS NOT NULL
  )
