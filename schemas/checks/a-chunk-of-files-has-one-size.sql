-- Chunks of files with the same fingerprint have the same size, whichever chunker cut them.
SELECT
  lower(hex(fingerprint)) AS fingerprint,
  min(bytes) AS least_bytes,
  max(bytes) AS most_bytes,
  count(*) OVER () AS total
FROM file_chunk
GROUP BY fingerprint
HAVING min(bytes) <> max(bytes)
ORDER BY lower(hex(fingerprint))
-- At most 20 faults are listed; column total counts all.
LIMIT 20
