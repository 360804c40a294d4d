-- Rows of snapshots that were there.
SELECT every.*
FROM /* every */ segment AS every
WHERE EXISTS (SELECT 1 FROM snapshot WHERE snapshot.vm = every.vm AND snapshot.snapshot = every.snapshot)
