-- The columns of table rejected_blob, for the snapshots that this run rejected: one row per snapshot.
-- Reads:
--   new_rejection: the snapshots that this run cannot use (snapshot_rejection.sql).
SELECT run_id, source, digest, reason, new_rejection.offset, message
FROM new_rejection
