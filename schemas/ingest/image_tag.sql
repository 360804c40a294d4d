-- Table image_tag as it is after this run: the tags that it found, and earlier tags that it did not find. A row with a
-- repository and no tag says that the image has no tag there; it is dropped once a tag points to the image. A row with
-- neither is kept only if the image has no other row, in whichever order they were found. An image whose last tag moved
-- to another image has no row until it is found again. first_seen_at stays that of the run that first wrote the row.
-- Joins compare by equality alone, because engines hash equal values: a repository may have a hundred thousand tags.
-- Earlier versions wrote repositories of Docker Hub with host docker.io. CTE found_tag has both forms, so that such rows
-- are replaced.
-- Reads:
--   new_image_tag: what this run found for table image_tag.
WITH
-- Tags that this run found, in each form in which an earlier version may have written them.
found_tag AS (
  SELECT repository, tag, image_digest FROM new_image_tag
  UNION ALL
  SELECT concat('docker.io/', repository), tag, image_digest FROM new_image_tag
  UNION ALL
  SELECT concat('docker.io/library/', repository), tag, image_digest FROM new_image_tag
),
-- Rows of earlier runs that stay: this run found neither another image for their tag, nor a tag for an untagged
-- image.
kept_tag AS (
  SELECT repository, tag, image_digest, first_seen_at
  FROM image_tag AS old
  WHERE NOT EXISTS (
    SELECT 1 FROM found_tag AS new WHERE new.repository = old.repository AND new.tag = old.tag
  )
    AND NOT EXISTS (
      SELECT 1
      FROM found_tag AS new
      WHERE old.tag IS NULL AND new.repository = old.repository AND new.image_digest = old.image_digest
    )
),
-- All rows, before superfluous ones of neither repository nor tag are dropped.
current_tag AS (
  SELECT repository, tag, image_digest, first_seen_at FROM kept_tag
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
FROM current_tag
WHERE repository IS NOT NULL
  OR tag IS NOT NULL
  OR NOT EXISTS (
    SELECT 1
    FROM current_tag AS named
    WHERE named.image_digest = current_tag.image_digest AND coalesce(named.repository, named.tag) IS NOT NULL
  )
