-- In the backup simulation, perfect deduplication stores exactly the bytes of all distinct chunks in chunk_sharing.
-- Checked only when the last derive and the last simulate backup are both newer than the last ingest of snapshots.
WITH
-- The last run of each verb; run_id sorts by time. An ingest that read no snapshot changed nothing.
last AS (
  SELECT
    max(CASE WHEN verb = 'ingest snapshots' AND coalesce(counts['snapshots_read'], 0) > 0 THEN run_id END) AS ingested,
    max(CASE WHEN verb = 'derive' THEN run_id END) AS derived,
    max(CASE WHEN verb = 'simulate backup' THEN run_id END) AS simulated
  FROM run
),
shared AS (
  SELECT
    coalesce(sum(bytes), 0) AS unique_bytes,
    -- Raw bytes are all references without zero data, which is counted by itself.
    coalesce(sum(CASE WHEN zero THEN 0 ELSE referenced_bytes END), 0) AS raw_bytes,
    coalesce(sum(CASE WHEN zero THEN referenced_bytes ELSE 0 END), 0) AS zero_bytes
  FROM chunk_sharing
)
SELECT
  backup_result.scheme,
  backup_result.stored_bytes,
  shared.unique_bytes,
  backup_result.raw_bytes,
  shared.raw_bytes AS referenced_bytes,
  count(*) OVER () AS total
FROM backup_result
CROSS JOIN shared
CROSS JOIN last
-- Both tables are newer than the last snapshots.
WHERE last.derived > last.ingested
  AND last.simulated > last.ingested
  AND (
    -- Scheme perfect must store each distinct chunk once.
    backup_result.scheme = 'perfect' AND backup_result.stored_bytes <> shared.unique_bytes
    -- Every scheme must have the same raw bytes and zero bytes.
    OR backup_result.raw_bytes <> shared.raw_bytes
    OR backup_result.zero_bytes <> shared.zero_bytes
  )
ORDER BY backup_result.scheme
-- At most 20 faults are listed; column total counts all.
LIMIT 20
