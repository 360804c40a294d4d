-- One row per update: two images of the same repository and platform, of which one follows the other. Images are in the
-- order of creation time, then time first seen, then tag (sort_key puts 1.9 before 1.10). Unknown times come first. An
-- image with several tags counts once, under its first tag other than latest.
-- Reads:
--   update_member: repositories with their images (member.sql).
SELECT
  CAST(row_number() OVER (
    ORDER BY repository, platform, created_at NULLS FIRST, first_seen_at NULLS FIRST, sort_key NULLS FIRST, image_digest
  ) AS INT) AS update_number,
  repository,
  platform,
  from_tag,
  tag AS to_tag,
  from_image,
  image_digest AS to_image
FROM (
  SELECT
    update_member.*,
    lag(image_digest) OVER one_by_one AS from_image,
    lag(tag) OVER one_by_one AS from_tag
  FROM update_member
  WINDOW one_by_one AS (
    PARTITION BY repository, platform
    ORDER BY created_at NULLS FIRST, first_seen_at NULLS FIRST, sort_key NULLS FIRST, image_digest
  )
) AS sequence
WHERE from_image IS NOT NULL
