-- One row per segment of the snapshots that were read without a fault.
-- Reads:
--   new_segment: what this run found for table segment.
--   new_rejection: the snapshots that this run cannot use (snapshot_rejection.sql).
SELECT new_segment.*
FROM new_segment
ANTI JOIN new_rejection
  ON new_rejection.vm = new_segment.vm AND new_rejection.snapshot = new_segment.snapshot
