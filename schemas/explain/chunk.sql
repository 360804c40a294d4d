-- The first 10 snapshots that contain a chunk, by VM and position. Each row repeats the totals over all snapshots that
-- contain it.
WITH
-- One row per snapshot that contains the chunk.
containing_snapshot AS (
  SELECT
    segment_chunk.vm,
    snapshot.snapshot,
    snapshot.position,
    snapshot.taken_at,
    count(*) AS copies,
    max(segment_chunk.bytes) AS bytes,
    max(CASE WHEN segment_chunk.zero THEN 1 ELSE 0 END) AS zero
  FROM segment_chunk
  JOIN snapshot ON snapshot.vm = segment_chunk.vm AND snapshot.snapshot = segment_chunk.snapshot
  WHERE segment_chunk.fingerprint = unhex(:fingerprint)
  GROUP BY segment_chunk.vm, snapshot.snapshot, snapshot.position, snapshot.taken_at
),
-- One row: totals over these snapshots.
total AS (
  SELECT
    max(bytes) AS bytes,
    sum(copies) AS copies,
    count(*) AS snapshots,
    count(DISTINCT vm) AS vms,
    max(zero) = 1 AS zero
  FROM containing_snapshot
)
SELECT
  total.bytes,
  total.copies,
  total.snapshots,
  total.vms,
  total.zero,
  containing_snapshot.vm,
  containing_snapshot.snapshot,
  containing_snapshot.taken_at,
  containing_snapshot.copies AS snapshot_copies
FROM containing_snapshot
CROSS JOIN total
ORDER BY containing_snapshot.vm, containing_snapshot.position
LIMIT 10
