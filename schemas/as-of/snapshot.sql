-- Snapshots that runs up to the moment published and that were not gone.
SELECT every.*
FROM every_snapshot AS every
ANTI JOIN gone_snapshot ON gone_snapshot.vm = every.vm AND gone_snapshot.snapshot = every.snapshot
WHERE every.run_id IN (SELECT run.run_id FROM run)
