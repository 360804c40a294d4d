-- All tags as they are now: the tags found, and the earlier tags that were not found again.
-- A row that says that no tag leads to an image goes when one does; one that knows neither repository nor tag when the
-- image is found with either. A row that was there keeps the time of its first run.
SELECT repository, tag, image_digest, first_seen_at
FROM image_tag AS old
WHERE NOT EXISTS (
  SELECT 1
  FROM found_image_tag AS new
  WHERE new.repository = old.repository
    AND (new.tag = old.tag OR old.tag IS NULL AND new.image_digest = old.image_digest)
)
AND NOT (
  old.repository IS NULL
  AND old.tag IS NULL
  AND EXISTS (
    SELECT 1
    FROM found_image_tag AS new
    WHERE new.image_digest = old.image_digest AND coalesce(new.repository, new.tag) IS NOT NULL
  )
)
UNION
SELECT
  new.repository,
  new.tag,
  new.image_digest,
  CASE WHEN old.image_digest IS NULL THEN CAST(:started AS TIMESTAMP) ELSE old.first_seen_at END
FROM found_image_tag AS new
LEFT JOIN image_tag AS old
  ON old.repository IS NOT DISTINCT FROM new.repository AND old.tag IS NOT DISTINCT FROM new.tag AND old.image_digest = new.image_digest
