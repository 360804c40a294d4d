-- The images of each repository, with the first of their tags that is not latest.
SELECT
  update_tag.repository,
  concat_ws('/', image.os, image.architecture) AS platform,
  image.image_digest,
  min(image.created_at) AS created_at,
  min(coalesce(update_tag.first_seen_at, image.first_seen_at)) AS first_seen_at,
  coalesce(min(CASE WHEN update_tag.tag <> 'latest' THEN update_tag.tag END), min(update_tag.tag)) AS tag
FROM update_tag
JOIN image ON image.image_digest = update_tag.image_digest
GROUP BY update_tag.repository, concat_ws('/', image.os, image.architecture), image.image_digest
