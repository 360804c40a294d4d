-- The snapshots that follow a snapshot and are there, in the order of their VM.
SELECT snapshot
FROM snapshot
WHERE vm = :vm AND parent = :snapshot
ORDER BY position
