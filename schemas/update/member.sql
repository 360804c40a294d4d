-- The images of each repository, with the first of their tags that is not latest, in the natural order of tags. A build
-- before 1981 set its clock to an epoch: its time is not known.
SELECT
  update_tag.repository,
  image.platform,
  image.image_digest,
  min(CASE WHEN image.created_at >= CAST('1981-01-01 00:00:00' AS TIMESTAMP) THEN image.created_at END) AS created_at,
  min(coalesce(update_tag.first_seen_at, image.first_seen_at)) AS first_seen_at,
  coalesce(
    min_by(update_tag.tag, CASE WHEN update_tag.tag <> 'latest' THEN tag_order.sort_key END),
    min(update_tag.tag)
  ) AS tag,
  coalesce(
    min(CASE WHEN update_tag.tag <> 'latest' THEN tag_order.sort_key END),
    min(tag_order.sort_key)
  ) AS sort_key
FROM update_tag
JOIN update_image AS image ON image.image_digest = update_tag.image_digest
LEFT JOIN tag_order ON tag_order.tag = update_tag.tag
GROUP BY update_tag.repository, image.platform, image.image_digest
