-- Did deleting free what it promised?
-- One row a policy of the last simulate retention, or one without. freed_bytes: blobs that stores of registries had when
-- the last ingest but one began (with --since RUN, when that run began) and have no more, manifests and configs too, as
-- stored: what du says of the blobs. A blob counts as long as any store has it. Registries that are read by their API do
-- not list blobs: without any other source, what was freed is unknown.
--
-- subject: registry
-- first: policy freed_blobs freed_bytes waiting_bytes promised_bytes
-- since
WITH
ingest AS (
  SELECT run_id, started_at, counts, row_number() OVER (ORDER BY started_at DESC) AS place
  FROM run
  WHERE verb = 'ingest registry'
),
since AS (
  SELECT
    coalesce(CAST(/* since */ NULL AS TIMESTAMP), max(started_at), TIMESTAMP '1969-01-01 00:00:00') AS since_at
  FROM ingest
  WHERE place = 2
),
until AS (
  SELECT coalesce(max(started_at), TIMESTAMP '1969-01-01 00:00:00') AS until_at FROM run
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
    max(CASE WHEN gone_at IS NULL OR gone_at > until_at THEN 1 ELSE 0 END) AS is_there
  FROM sighting
  CROSS JOIN since
  CROSS JOIN until
  WHERE kind = 'BLOB'
  GROUP BY digest
),
freed AS (
  SELECT
    sum(CASE WHEN was_there = 1 AND is_there = 0 THEN 1 ELSE 0 END) AS blobs,
    sum(CASE WHEN was_there = 1 AND is_there = 0 THEN bytes ELSE 0 END) AS bytes
  FROM blob
),
waiting AS (
  SELECT coalesce(max(counts['leftover_blob_bytes']), 0) AS bytes
  FROM ingest
  WHERE place = 1
),
promise AS (
  SELECT policy, sum(freed_bytes) AS bytes
  FROM retention_result
  GROUP BY policy
)
SELECT
  promise.policy,
  freed.blobs AS freed_blobs,
  freed.bytes AS freed_bytes,
  -- waiting_bytes: blobs that the last ingest found in stores and no manifest names: a collection of garbage frees them.
  waiting.bytes AS waiting_bytes,
  -- promised_bytes: what the policy would free, as it was simulated last. After a new ingest and simulation, what is left
  --   of it.
  promise.bytes AS promised_bytes
FROM freed
CROSS JOIN waiting
LEFT JOIN promise ON TRUE
ORDER BY promise.policy
