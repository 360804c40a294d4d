-- Rows of a table about snapshots as of a moment: those of snapshots that were ingested by then.
SELECT every.*
FROM /* every */ segment AS every
WHERE EXISTS (SELECT 1 FROM snapshot WHERE snapshot.vm = every.vm AND snapshot.snapshot = every.snapshot)
