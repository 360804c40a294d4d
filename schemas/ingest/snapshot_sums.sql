-- One row with what this wave (the snapshots that are read together) adds, rejected snapshots left out. virtual_bytes
-- is the capacity of the disks; read_bytes is the length of segments that contain any data.
-- Reads:
--   new_snapshot: what this run found for table snapshot.
--   new_rejection: the snapshots that this run cannot use (snapshot_rejection.sql).
--   new_segment: what this run found for table segment.
SELECT
  (SELECT coalesce(sum(virtual_bytes), 0)
   FROM new_snapshot
   ANTI JOIN new_rejection
     ON new_rejection.vm = new_snapshot.vm AND new_rejection.snapshot = new_snapshot.snapshot
  ) AS virtual_bytes,
  coalesce(sum(zero_bytes), 0) AS zero_bytes,
  count(*) AS segments,
  coalesce(sum(chunks), 0) AS chunks,
  coalesce(sum(CASE WHEN chunks > 0 THEN bytes END), 0) AS read_bytes
FROM new_segment
ANTI JOIN new_rejection
  ON new_rejection.vm = new_segment.vm AND new_rejection.snapshot = new_segment.snapshot
