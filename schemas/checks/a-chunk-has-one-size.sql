-- Chunks of disks with the same fingerprint have the same size, and either all or none of them are zero.
SELECT
  lower(hex(fingerprint)) AS fingerprint,
  min(bytes) AS least_bytes,
  max(bytes) AS most_bytes,
  min(CASE WHEN zero THEN 1 ELSE 0 END) AS least_zero,
  max(CASE WHEN zero THEN 1 ELSE 0 END) AS most_zero,
  count(*) OVER () AS total
FROM segment_chunk
GROUP BY fingerprint
-- Two sizes under one fingerprint.
HAVING min(bytes) <> max(bytes)
  -- One copy is flagged zero (all bytes are zero), and another is not.
  OR min(CASE WHEN zero THEN 1 ELSE 0 END) <> max(CASE WHEN zero THEN 1 ELSE 0 END)
ORDER BY lower(hex(fingerprint))
-- At most 20 faults are listed; column total counts all.
LIMIT 20
