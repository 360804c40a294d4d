-- In the backup simulation, perfect deduplication stores exactly the bytes of all distinct chunks in chunk_sharing, and
-- every scheme has the raw bytes and zero bytes of chunk_sharing. A row is a faulty row of backup_result.
-- Checked only when the last derive and the last simulate backup are both newer than the last ingest of snapshots.
WITH
-- The last run of each verb; run_id sorts by time. An ingest that read no snapshot changed nothing.
last_run AS (
  SELECT
    max(CASE WHEN verb = 'ingest snapshots' AND coalesce(counts['snapshots_read'], 0) > 0 THEN run_id END) AS ingested,
    max(CASE WHEN verb = 'derive' THEN run_id END) AS derived,
    max(CASE WHEN verb = 'simulate backup' THEN run_id END) AS simulated
  FROM run
),
-- One row: sums over table chunk_sharing.
chunk_total AS (
  SELECT
    coalesce(sum(bytes), 0) AS unique_bytes,
    -- Raw bytes are all references without zero data, which is counted by itself.
    coalesce(sum(CASE WHEN zero THEN 0 ELSE referenced_bytes END), 0) AS raw_bytes,
    coalesce(sum(CASE WHEN zero THEN referenced_bytes ELSE 0 END), 0) AS zero_bytes
  FROM chunk_sharing
)
SELECT
  backup_result.scheme,
  backup_result.rules,
  backup_result.sigma,
  backup_result.stored_bytes,
  chunk_total.unique_bytes,
  backup_result.raw_bytes,
  chunk_total.raw_bytes AS referenced_bytes,
  backup_result.zero_bytes,
  chunk_total.zero_bytes AS referenced_zero_bytes,
  count(*) OVER () AS total
FROM backup_result
CROSS JOIN chunk_total
CROSS JOIN last_run
-- Both tables are newer than the last snapshots.
WHERE last_run.derived > last_run.ingested
  AND last_run.simulated > last_run.ingested
  AND (
    -- Scheme perfect must store each distinct chunk once.
    backup_result.scheme = 'perfect' AND backup_result.stored_bytes <> chunk_total.unique_bytes
    -- Every scheme must have the same raw bytes and zero bytes.
    OR backup_result.raw_bytes <> chunk_total.raw_bytes
    OR backup_result.zero_bytes <> chunk_total.zero_bytes
  )
ORDER BY backup_result.scheme, backup_result.rules, backup_result.sigma
-- At most 20 faults are listed; column total counts all.
LIMIT 20
