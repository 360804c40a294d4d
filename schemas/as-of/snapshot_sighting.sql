-- Rows of table snapshot_sighting that had been seen by a moment, as they were then: what was gone only later was there.
SELECT
  every.location, every.vm, every.snapshot, every.first_seen_at,
  CASE WHEN every.gone_at <= CAST(/* moment */ NULL AS TIMESTAMP) THEN every.gone_at END AS gone_at,
  every.file_state
FROM /* every */ snapshot_sighting AS every
WHERE every.first_seen_at <= CAST(/* moment */ NULL AS TIMESTAMP)
