-- A tag, a rejected blob, an artifact or a run is listed once: an ingest that is repeated adds no row.
WITH
-- One row per thing of one of four tables; times is how often it is listed.
listed_thing AS (
  SELECT
    -- One repository, tag and image; null names are written as unknown or left empty.
    'image_tag' AS found_in,
    coalesce(repository, 'unknown') || ':' || coalesce(tag, '') || '@' || image_digest AS thing,
    count(*) AS times
  FROM image_tag
  GROUP BY repository, tag, image_digest
  UNION ALL
  -- One fault, with the same message, at the same place of the same thing.
  SELECT 'rejected_blob', source || ' ' || coalesce(digest, '') || ' ' || reason, count(*)
  FROM rejected_blob
  GROUP BY source, digest, reason, rejected_blob.offset, message
  UNION ALL
  -- One thing that one manifest lists, as declared.
  SELECT 'artifact', manifest_digest || ' ' || digest || ' ' || kind, count(*)
  FROM artifact
  GROUP BY manifest_digest, digest, kind, media_type, bytes
  UNION ALL
  -- One run.
  SELECT 'run', run_id, count(*)
  FROM run
  GROUP BY run_id
)
SELECT found_in, thing, times, count(*) OVER () AS total
FROM listed_thing
WHERE times > 1
ORDER BY found_in, thing
-- At most 20 faults are listed; column total counts all.
LIMIT 20
