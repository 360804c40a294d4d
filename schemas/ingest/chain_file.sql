-- Files of the chains of the snapshots that were read whole.
SELECT found_chain_file.*
FROM found_chain_file
ANTI JOIN found_rejection
  ON found_rejection.vm = found_chain_file.vm AND found_rejection.snapshot = found_chain_file.snapshot
