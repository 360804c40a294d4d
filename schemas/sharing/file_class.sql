-- Distinct files, counted by content type and by whether they are stored compressed. These are exact; the estimate
-- joins them with the sampled pieces of file_sample.sql.
SELECT
  content_type,
  is_packed,
  count(*) AS files,
  sum(bytes) AS bytes,
  sum(known_bytes) AS known_bytes
FROM file_known
GROUP BY content_type, is_packed
ORDER BY content_type, is_packed
