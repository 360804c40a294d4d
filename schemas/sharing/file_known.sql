-- One row per distinct file. known_bytes is the mean of its copies' stored bytes, or the file's length where that is
-- not known.
-- is_packed: the mean is below 98 % of the length, so the layer's compression gained something. Copies are grouped by
-- content type first: min(content_type) per content alone would make Spark sort all copies.
-- Reads:
--   file_names: copies of contents with their types (file_names.sql).
WITH
-- One row per distinct content and content type: sums over its copies.
typed_content AS (
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
-- One row per distinct content. stored_bytes is the mean over its copies, or null if it is unknown for one of them.
content AS (
  SELECT
    fingerprint,
    coalesce(min(content_type), 'data') AS content_type,
    min(bytes) AS bytes,
    CASE WHEN sum(unknown_rows) = 0
      THEN CAST(floor(sum(stored_bytes) / sum(files)) AS BIGINT) END AS stored_bytes
  FROM typed_content
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
