-- Chunks of files with one fingerprint have one size, whatever cut them.
SELECT
  lower(hex(fingerprint)) AS fingerprint,
  min(bytes) AS least_bytes,
  max(bytes) AS most_bytes,
  count(*) OVER () AS total
FROM file_chunk
GROUP BY fingerprint
HAVING min(bytes) <> max(bytes)
ORDER BY lower(hex(fingerprint))
LIMIT 20
