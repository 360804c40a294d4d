-- One row per content type and is_packed (stored compressed): the exact number and bytes of distinct files. The sampled
-- pieces from which compression is estimated are in file_sample.sql.
-- Reads:
--   file_known: distinct contents with their known bytes (file_known.sql).
SELECT
  content_type,
  is_packed,
  count(*) AS files,
  sum(bytes) AS bytes,
  sum(known_bytes) AS known_bytes
FROM file_known
GROUP BY content_type, is_packed
ORDER BY content_type, is_packed
