-- The first 10 snapshots that contain a chunk, by VM and position. Each row repeats the totals over all snapshots that
-- contain it.
WITH container AS (
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
total AS (
  SELECT
    max(bytes) AS bytes,
    sum(copies) AS copies,
    count(*) AS snapshots,
    count(DISTINCT vm) AS vms,
    max(zero) = 1 AS zero
  FROM container
)
SELECT
  total.bytes,
  total.copies,
  total.snapshots,
  total.vms,
  total.zero,
  container.vm,
  container.snapshot,
  container.taken_at,
  container.copies AS snapshot_copies
FROM container
CROSS JOIN total
ORDER BY container.vm, container.position
LIMIT 10
