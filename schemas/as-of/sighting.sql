-- Rows of table sighting that had been seen by a moment, as they were then: what was gone only later was there.
SELECT
  every.location, every.kind, every.repository, every.tag, every.digest, every.bytes, every.first_seen_at,
  CASE WHEN every.gone_at <= CAST(/* moment */ NULL AS TIMESTAMP) THEN every.gone_at END AS gone_at
FROM /* every */ sighting AS every
WHERE every.first_seen_at IS NULL OR every.first_seen_at <= CAST(/* moment */ NULL AS TIMESTAMP)
