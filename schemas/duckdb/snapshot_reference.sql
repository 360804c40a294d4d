-- View snapshot_reference in DuckDB's SQL.
WITH
clock AS (
  SELECT max(started_at) AS read_at FROM run WHERE verb = 'ingest snapshots'
),
reference AS (
  SELECT
    snapshot.vm,
    snapshot.snapshot,
    snapshot.position,
    snapshot.format,
    snapshot.taken_at,
    coalesce(snapshot.first_seen_at, run.started_at) AS first_seen_at
  FROM snapshot
  LEFT JOIN run ON run.run_id = snapshot.run_id
)
SELECT
  reference.*,
  CAST(epoch_us(clock.read_at) - epoch_us(reference.taken_at) AS DOUBLE) / 8.64E10 AS age_days,
  CAST(epoch_us(clock.read_at) - epoch_us(reference.first_seen_at) AS DOUBLE) / 8.64E10 AS seen_days
FROM reference
CROSS JOIN clock
