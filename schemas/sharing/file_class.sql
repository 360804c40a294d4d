-- The distinct files by type, those stored as they are apart, exactly; pieces of the sample come one by one.
SELECT
  content_type,
  is_packed,
  count(*) AS files,
  sum(bytes) AS bytes,
  sum(known_bytes) AS known_bytes
FROM file_known
GROUP BY content_type, is_packed
ORDER BY content_type, is_packed
