-- The snapshots that this run rejected, each once.
-- Reads:
--   new_rejection: the snapshots that this run cannot use (snapshot_rejection.sql).
SELECT DISTINCT vm, snapshot, source
FROM new_rejection
