-- Running again adds nothing: tags, rejections, artifacts and runs are listed once each.
WITH
found AS (
  SELECT
    'image_tag' AS found_in,
    coalesce(repository, 'unknown') || ':' || coalesce(tag, '') || '@' || image_digest AS thing,
    count(*) AS times
  FROM image_tag
  GROUP BY repository, tag, image_digest
  UNION ALL
  SELECT 'rejected_blob', source || ' ' || coalesce(digest, '') || ' ' || reason, count(*)
  FROM rejected_blob
  GROUP BY source, digest, reason, rejected_blob.offset, message
  UNION ALL
  SELECT 'artifact', manifest_digest || ' ' || digest || ' ' || kind, count(*)
  FROM artifact
  GROUP BY manifest_digest, digest, kind, media_type, bytes
  UNION ALL
  SELECT 'run', run_id, count(*)
  FROM run
  GROUP BY run_id
)
SELECT found_in, thing, times, count(*) OVER () AS total
FROM found
WHERE times > 1
ORDER BY found_in, thing
LIMIT 20
