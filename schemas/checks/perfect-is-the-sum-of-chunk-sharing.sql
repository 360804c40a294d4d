-- Perfect deduplication in the simulation stores as much as all distinct chunks together, counted from the recipes.
-- Checked only while both are newer than the last snapshots.
WITH
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
WHERE last.derived > last.ingested
  AND last.simulated > last.ingested
  AND (
    backup_result.scheme = 'perfect' AND backup_result.stored_bytes <> shared.unique_bytes
    OR backup_result.raw_bytes <> shared.raw_bytes
    OR backup_result.zero_bytes <> shared.zero_bytes
  )
ORDER BY backup_result.scheme
LIMIT 20
