-- Maps of the snapshots that were read whole.
SELECT found_chain_map.*
FROM found_chain_map
ANTI JOIN found_rejection
  ON found_rejection.vm = found_chain_map.vm AND found_rejection.snapshot = found_chain_map.snapshot
