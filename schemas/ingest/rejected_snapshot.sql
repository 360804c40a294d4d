-- Why snapshots were rejected, one row each.
SELECT run_id, source, digest, reason, new_rejection.offset, message
FROM new_rejection
