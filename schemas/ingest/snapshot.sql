-- Snapshots that were read whole, with the sums of their segments; a disk without bytes has none.
SELECT
  new_snapshot.*,
  coalesce(sums.segments, 0) AS segments,
  coalesce(sums.chunks, 0) AS chunks,
  coalesce(sums.zero_bytes, 0) AS zero_bytes,
  CAST(:started AS TIMESTAMP) AS first_seen_at
FROM new_snapshot
LEFT JOIN (
  SELECT vm, snapshot, count(*) AS segments, sum(chunks) AS chunks, sum(zero_bytes) AS zero_bytes
  FROM new_segment
  GROUP BY vm, snapshot
) AS sums ON sums.vm = new_snapshot.vm AND sums.snapshot = new_snapshot.snapshot
ANTI JOIN new_rejection
  ON new_rejection.vm = new_snapshot.vm AND new_rejection.snapshot = new_snapshot.snapshot
