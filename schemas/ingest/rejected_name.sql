-- The snapshots that this run rejected, each once.
SELECT DISTINCT vm, snapshot
FROM new_rejection
