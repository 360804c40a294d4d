-- One row per run of a disk's chain map, of the snapshots that were read without a fault.
-- Reads:
--   new_chain_map: what this run found for table chain_map.
--   new_rejection: the snapshots that this run cannot use (snapshot_rejection.sql).
SELECT new_chain_map.*
FROM new_chain_map
ANTI JOIN new_rejection
  ON new_rejection.vm = new_chain_map.vm AND new_rejection.snapshot = new_chain_map.snapshot
