-- One row per file of a disk's chain, of the snapshots that were read without a fault.
-- Reads:
--   new_chain_file: what this run found for table chain_file.
--   new_rejection: the snapshots that this run cannot use (snapshot_rejection.sql).
SELECT new_chain_file.*
FROM new_chain_file
ANTI JOIN new_rejection
  ON new_rejection.vm = new_chain_file.vm AND new_rejection.snapshot = new_chain_file.snapshot
