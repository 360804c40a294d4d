-- Why snapshots were rejected, one row each.
SELECT run_id, source, digest, reason, found_rejection.offset, message
FROM found_rejection
