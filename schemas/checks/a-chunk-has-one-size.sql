-- All copies of a chunk have the same size, and are all zero or all not.
SELECT
  lower(hex(fingerprint)) AS fingerprint,
  min(bytes) AS least_bytes,
  max(bytes) AS most_bytes,
  count(*) OVER () AS total
FROM segment_chunk
GROUP BY fingerprint
HAVING min(bytes) <> max(bytes) OR min(CASE WHEN zero THEN 1 ELSE 0 END) <> max(CASE WHEN zero THEN 1 ELSE 0 END)
ORDER BY lower(hex(fingerprint))
LIMIT 20
