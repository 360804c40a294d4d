-- All tags as they are now: those found, and of the earlier ones those that were not found to point elsewhere.
-- A row that says that no tag leads to an image goes when one does.
SELECT repository, tag, image_digest
FROM image_tag AS old
WHERE NOT EXISTS (
  SELECT 1
  FROM found_image_tag AS new
  WHERE new.repository = old.repository
    AND (new.tag = old.tag OR old.tag IS NULL AND new.image_digest = old.image_digest)
)
UNION
SELECT repository, tag, image_digest
FROM found_image_tag
