-- One row per VM of which this run publishes the first snapshot.
-- Reads:
--   new_snapshot: what this run found for table snapshot.
--   new_rejection: the snapshots that this run cannot use (snapshot_rejection.sql).
SELECT new_snapshot.vm, min(new_snapshot.run_id) AS run_id
FROM new_snapshot
ANTI JOIN vm ON vm.vm = new_snapshot.vm
ANTI JOIN new_rejection
  ON new_rejection.vm = new_snapshot.vm AND new_rejection.snapshot = new_snapshot.snapshot
GROUP BY new_snapshot.vm
