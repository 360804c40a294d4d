-- The snapshots that had been seen before a moment and were nowhere any more then.
SELECT vm, snapshot
FROM every_snapshot_sighting
WHERE gone_at <= CAST(/* gone */ NULL AS TIMESTAMP)
EXCEPT
SELECT vm, snapshot
FROM every_snapshot_sighting
WHERE first_seen_at <= CAST(/* moment */ NULL AS TIMESTAMP)
  AND (gone_at IS NULL OR gone_at > CAST(/* gone */ NULL AS TIMESTAMP))
