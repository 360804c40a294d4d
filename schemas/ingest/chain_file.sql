-- One row per file of a disk's chain, of the snapshots that were read without a fault.
SELECT new_chain_file.*
FROM new_chain_file
ANTI JOIN new_rejection
  ON new_rejection.vm = new_chain_file.vm AND new_rejection.snapshot = new_chain_file.snapshot
