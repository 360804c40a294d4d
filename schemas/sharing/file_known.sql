-- The distinct files with their known sizes: the mean of what their copies take as stored, or their length where that is not
-- known. is_packed says whether they are stored compressed, to less than they are.
-- Copies are grouped by their types first: the least text of a group would make Spark sort all copies.
WITH
typed AS (
  SELECT
    fingerprint,
    content_type,
    min(bytes) AS bytes,
    sum(files) AS files,
    sum(stored_bytes) AS stored_bytes,
    count(*) - count(stored_bytes) AS unknown_rows
  FROM file_names
  WHERE bytes > 0
  GROUP BY fingerprint, content_type
),
content AS (
  SELECT
    fingerprint,
    coalesce(min(content_type), 'data') AS content_type,
    min(bytes) AS bytes,
    CASE WHEN sum(unknown_rows) = 0
      THEN CAST(floor(sum(stored_bytes) / sum(files)) AS BIGINT) END AS stored_bytes
  FROM typed
  GROUP BY fingerprint
)
SELECT
  fingerprint,
  content_type,
  bytes,
  coalesce(CAST(stored_bytes AS DOUBLE) < 0.98 * CAST(bytes AS DOUBLE), false) AS is_packed,
  CASE WHEN CAST(stored_bytes AS DOUBLE) < 0.98 * CAST(bytes AS DOUBLE) THEN greatest(stored_bytes, 1) ELSE bytes END
    AS known_bytes
FROM content
