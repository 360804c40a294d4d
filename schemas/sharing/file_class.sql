-- The distinct files by type, those stored as they are apart, exactly; pieces of the sample come one by one.
SELECT
  content_type,
  is_packed,
  count(*) AS files,
  CAST(sum(bytes) AS BIGINT) AS bytes,
  CAST(sum(known_bytes) AS BIGINT) AS known_bytes
FROM file_known
GROUP BY content_type, is_packed
ORDER BY content_type, is_packed
