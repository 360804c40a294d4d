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
  CAST(unix_micros(clock.read_at) - unix_micros(reference.taken_at) AS DOUBLE) / 8.64E10 AS age_days,
  CAST(unix_micros(clock.read_at) - unix_micros(reference.first_seen_at) AS DOUBLE) / 8.64E10 AS seen_days
FROM reference
CROSS JOIN clock
