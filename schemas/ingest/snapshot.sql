-- One row per snapshot that was read without a fault, with the sums of its segments; these are 0 for a disk of 0 bytes.
-- Reads:
--   new_snapshot: what this run found for table snapshot.
--   new_segment: what this run found for table segment.
--   new_rejection: the snapshots that this run cannot use (snapshot_rejection.sql).
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
