-- The distinct files by type, large ones apart, exactly; pieces of the sample come one by one with the type of their class.
-- Squares are those of the pieces of 128 KiB that files are sampled in.
-- Copies are grouped by their types first: the least text of a group would make Spark sort all copies.
WITH
typed AS (
  SELECT fingerprint, content_type, min(bytes) AS bytes
  FROM file_names
  WHERE bytes > 0
  GROUP BY fingerprint, content_type
),
content AS (
  SELECT fingerprint, coalesce(min(content_type), 'data') AS content_type, min(bytes) AS bytes
  FROM typed
  GROUP BY fingerprint
)
SELECT
  content_type,
  bytes >= 1048576 AS is_large,
  count(*) AS files,
  CAST(sum(bytes) AS BIGINT) AS bytes,
  CAST(
    sum(
      CAST(bytes - bytes % 131072 AS DECIMAL(19, 0)) * CAST(131072 AS DECIMAL(19, 0))
        + CAST(bytes % 131072 AS DECIMAL(19, 0)) * CAST(bytes % 131072 AS DECIMAL(19, 0))
    ) AS DOUBLE
  ) AS squares
FROM content
GROUP BY content_type, bytes >= 1048576
ORDER BY content_type, is_large
