-- The columns of table rejected_blob, for the snapshots that this run rejected: one row per snapshot.
SELECT run_id, source, digest, reason, new_rejection.offset, message
FROM new_rejection
