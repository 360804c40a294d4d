-- Every image that image_tag lists in a repository is in table image.
SELECT image_tag.repository, image_tag.tag, image_tag.image_digest, count(*) OVER () AS total
FROM image_tag
LEFT JOIN image ON image.image_digest = image_tag.image_digest
WHERE image.image_digest IS NULL
ORDER BY image_tag.repository NULLS FIRST, image_tag.tag NULLS FIRST, image_tag.image_digest
-- At most 20 faults are listed; column total counts all.
LIMIT 20
