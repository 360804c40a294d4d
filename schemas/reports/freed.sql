-- Did deleting free what it promised?
-- One row a policy of the simulate retention that promised it, or one without. freed_bytes: blobs that stores of
-- registries had when the last ingest but one began (with --since RUN, when that run began) and have no more, manifests
-- and configs too, as stored: what du says of the blobs. A blob counts as long as any store has it. Registries that are
-- read by their API do not list blobs: without any other source, what was freed is unknown. promised_bytes is from the
-- last simulation before the next ingest after that moment.
--
-- subject: registry
-- first: policy freed_blobs freed_bytes waiting_bytes promised_bytes
-- since
WITH
ingest AS (
  SELECT run_id, started_at, counts, row_number() OVER (ORDER BY started_at DESC) AS place
  FROM run
  WHERE verb = 'ingest registry' AND finished_at IS NOT NULL
),
since AS (
  SELECT
    coalesce(CAST(/* since */ NULL AS TIMESTAMP), max(started_at), TIMESTAMP '1969-01-01 00:00:00') AS since_at
  FROM ingest
  WHERE place = 2
),
blob AS (
  SELECT
    digest,
    max(bytes) AS bytes,
    max(
      CASE
        WHEN coalesce(first_seen_at <= since_at, TRUE) AND (gone_at IS NULL OR gone_at > since_at) THEN 1
        ELSE 0
      END
    ) AS was_there,
    max(CASE WHEN gone_at IS NULL THEN 1 ELSE 0 END) AS is_there
  FROM sighting
  CROSS JOIN since
  WHERE kind = 'BLOB'
  GROUP BY digest
),
freed AS (
  SELECT
    sum(CASE WHEN was_there = 1 AND is_there = 0 THEN 1 ELSE 0 END) AS blobs,
    sum(CASE WHEN was_there = 1 AND is_there = 0 THEN bytes ELSE 0 END) AS bytes
  FROM blob
),
-- One row; null if no store lists blobs.
waiting AS (
  SELECT CASE WHEN (SELECT count(*) FROM blob WHERE is_there = 1) > 0 THEN coalesce(sum(bytes), 0) END AS bytes
  FROM unnamed_blob
),
-- One row: when the first ingest began that could see what was deleted since the moment.
next_ingest AS (
  SELECT min(started_at) AS next_at
  FROM ingest
  CROSS JOIN since
  WHERE started_at > since_at
),
-- What the last simulation before that promised. Rows of table run stay, those of retention_result are replaced.
simulation AS (
  SELECT counts, row_number() OVER (ORDER BY started_at DESC) AS place
  FROM run
  CROSS JOIN next_ingest
  WHERE verb = 'simulate retention' AND counts['registry_policies'] > 0 AND (next_at IS NULL OR started_at < next_at)
),
promise AS (
  SELECT substr(name, length('promised_bytes ') + 1) AS policy, counts[name] AS bytes
  FROM (SELECT counts, explode(map_keys(counts)) AS name FROM simulation WHERE place = 1) AS counted
  WHERE name LIKE 'promised_bytes %'
)
SELECT
  promise.policy,
  freed.blobs AS freed_blobs,
  freed.bytes AS freed_bytes,
  -- waiting_bytes: blobs that stores list and no manifest names, layers among them: a collection of garbage frees them, but
  --   for those of a bare folder. Null where no store lists its blobs.
  waiting.bytes AS waiting_bytes,
  -- promised_bytes: null where nothing was freed and nothing waits; else what the policy would free, as that simulation said; later ones do not change it.
  promise.bytes AS promised_bytes
FROM freed
CROSS JOIN waiting
LEFT JOIN promise ON freed.blobs > 0 OR waiting.bytes > 0
ORDER BY promise.policy
