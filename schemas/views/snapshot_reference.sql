-- One row a snapshot of a VM, with what sets are chosen by: `varve report exclusive-bytes --where CONDITION`. Ages are
-- counted in days up to the last `ingest snapshots`: age_days from taken_at, seen_days from first_seen_at, which is when
-- the run began that published the snapshot.
-- Every verb that reads has it. In DuckDB itself, unix_micros is epoch_us.
--
-- from: snapshot, run
-- texts: vm, snapshot, format
-- numbers: position, age_days, seen_days
-- times: taken_at, first_seen_at
WITH
-- One row: when the last ingest of snapshots began.
last_ingest AS (
  SELECT max(started_at) AS read_at FROM run WHERE verb = 'ingest snapshots'
),
-- One row per snapshot, without ages.
dated_snapshot AS (
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
  dated_snapshot.*,
  CAST(unix_micros(last_ingest.read_at) - unix_micros(dated_snapshot.taken_at) AS DOUBLE) / 8.64E10 AS age_days,
  CAST(unix_micros(last_ingest.read_at) - unix_micros(dated_snapshot.first_seen_at) AS DOUBLE) / 8.64E10 AS seen_days
FROM dated_snapshot
CROSS JOIN last_ingest
