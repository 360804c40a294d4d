-- The snapshots that were rejected, each once.
SELECT DISTINCT vm, snapshot
FROM new_rejection
