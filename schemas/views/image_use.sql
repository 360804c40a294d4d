-- Images, and whether they are in use. is_unused is 1 if the trace of the last simulate pulls has no pull of the image.
-- Without a trace it is 1 if the image was built more than unused_days before the last ingest and is the newest of no
-- repository, for its platform. pulls is null without a trace. Of images that state a time before 2000, as reproducible builds do, the age is not known.
--
-- from: image, image_tag, image_pull, run
WITH
-- One row: when the last ingest of a registry began, and from how many days on an image counts as old.
last_ingest AS (
  SELECT max(started_at) AS read_at, 180 AS unused_days FROM run WHERE verb = 'ingest registry'
),
-- One row: whether a trace is known (1 or 0).
trace AS (
  SELECT CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS is_known FROM image_pull
),
image_request AS (
  SELECT image_digest, CAST(sum(pulls) AS BIGINT) AS pulls FROM image_pull GROUP BY image_digest
),
-- One row per image that is the newest of some repository, for its platform: as it was built last, or at the same time.
newest AS (
  SELECT DISTINCT dated.image_digest
  FROM (
    SELECT
      image_tag.image_digest,
      image.created_at,
      max(image.created_at) OVER (
        PARTITION BY image_tag.repository, image.os, image.architecture, image.os_version
      ) AS newest_at
    FROM image_tag
    JOIN image ON image.image_digest = image_tag.image_digest
  ) AS dated
  WHERE dated.created_at = dated.newest_at
)
SELECT
  image.image_digest,
  CAST(unix_micros(last_ingest.read_at) - unix_micros(image.created_at) AS DOUBLE) / 8.64E10 AS age_days,
  CASE WHEN trace.is_known = 1 THEN coalesce(image_request.pulls, 0) END AS pulls,
  last_ingest.unused_days,
  CASE
    WHEN trace.is_known = 1 THEN CASE WHEN coalesce(image_request.pulls, 0) = 0 THEN 1 ELSE 0 END
    WHEN image.created_at > TIMESTAMP '2000-01-01 00:00:00'
      AND CAST(unix_micros(last_ingest.read_at) - unix_micros(image.created_at) AS DOUBLE) / 8.64E10
        > last_ingest.unused_days
      AND newest.image_digest IS NULL THEN 1
    ELSE 0
  END AS is_unused
FROM image
CROSS JOIN last_ingest
CROSS JOIN trace
LEFT JOIN image_request ON image_request.image_digest = image.image_digest
LEFT JOIN newest ON newest.image_digest = image.image_digest
