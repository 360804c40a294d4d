-- One row per repository and image, with the image's tag that comes first in natural order (1.9 before 1.10). Tag
-- latest is taken only if the image has no other one. A creation time before 1981 is null: such builds set their clock
-- to a fixed date for reproducibility.
-- Reads:
--   update_tag: tags with their images (tag.sql).
--   update_image: images with their platforms (platform.sql).
--   tag_order: tags with a key that sorts 1.9 before 1.10.
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
