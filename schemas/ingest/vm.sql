-- VMs of which a first snapshot is published.
SELECT found_snapshot.vm, min(found_snapshot.run_id) AS run_id
FROM found_snapshot
ANTI JOIN vm ON vm.vm = found_snapshot.vm
ANTI JOIN found_rejection
  ON found_rejection.vm = found_snapshot.vm AND found_rejection.snapshot = found_snapshot.snapshot
GROUP BY found_snapshot.vm
