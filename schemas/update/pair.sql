-- Updates: pairs of images of a repository and platform that follow each other, by the time they were built at, then first
-- seen, then by tag. An image of several tags counts once, under the first of its tags that is not latest. Where no
-- repository is stated, it is the folder of the layout or the name of the archive.
WITH
named AS (
  SELECT
    coalesce(image_tag.repository, repository_manifest.repository, '') AS repository,
    image_tag.tag,
    image_tag.image_digest,
    image_tag.first_seen_at
  FROM image_tag
  LEFT JOIN repository_manifest
    ON image_tag.repository IS NULL AND repository_manifest.manifest_digest = image_tag.image_digest
),
member AS (
  SELECT
    named.repository,
    concat_ws('/', image.os, image.architecture) AS platform,
    image.image_digest,
    min(image.created_at) AS created_at,
    min(coalesce(named.first_seen_at, image.first_seen_at)) AS first_seen_at,
    coalesce(min(CASE WHEN named.tag <> 'latest' THEN named.tag END), min(named.tag)) AS tag
  FROM named
  JOIN image ON image.image_digest = named.image_digest
  GROUP BY named.repository, concat_ws('/', image.os, image.architecture), image.image_digest
),
sequence AS (
  SELECT
    member.*,
    lag(image_digest) OVER one_by_one AS from_image,
    lag(tag) OVER one_by_one AS from_tag
  FROM member
  WINDOW one_by_one AS (
    PARTITION BY repository, platform
    ORDER BY created_at NULLS FIRST, first_seen_at NULLS FIRST, tag NULLS FIRST, image_digest
  )
)
SELECT
  CAST(row_number() OVER (
    ORDER BY repository, platform, created_at NULLS FIRST, first_seen_at NULLS FIRST, tag NULLS FIRST, image_digest
  ) AS INT) AS update_number,
  repository,
  platform,
  from_tag,
  tag AS to_tag,
  from_image,
  image_digest AS to_image
FROM sequence
WHERE from_image IS NOT NULL
