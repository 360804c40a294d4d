-- Snapshots that were read whole, with the sums of their segments; a disk without bytes has none.
SELECT
  found_snapshot.*,
  coalesce(sums.segments, 0) AS segments,
  coalesce(sums.chunks, 0) AS chunks,
  coalesce(sums.zero_bytes, 0) AS zero_bytes,
  CAST(:started AS TIMESTAMP) AS first_seen_at
FROM found_snapshot
LEFT JOIN (
  SELECT vm, snapshot, count(*) AS segments, sum(chunks) AS chunks, sum(zero_bytes) AS zero_bytes
  FROM found_segment
  GROUP BY vm, snapshot
) AS sums ON sums.vm = found_snapshot.vm AND sums.snapshot = found_snapshot.snapshot
ANTI JOIN found_rejection
  ON found_rejection.vm = found_snapshot.vm AND found_rejection.snapshot = found_snapshot.snapshot
