-- Table format_result: one row per image and format, with bytes and requests of a pull, an update and a start. A lazy
-- format (start FILES or SPANS) sends the requests of a start one by one; other formats send `connections` at once. For
-- lazy formats, the start is null if startup_result has none of the image. Other formats fetch the whole image before a
-- start. Their start is null only if other images have starts and this one has none.
-- Reads:
--   format_pulls: one row per image and format (format_pull.sql).
--   format: one row per image format, with what it stores, its coding, and how it updates and starts.
--   format_starts: one row per image and lazy format (format_start.sql).
--   format_updates: one row per image and format (format_update.sql).
WITH
-- One row per image and format: what a pull and a start fetch.
format_load AS (
  SELECT
    format_pulls.*,
    format.start IN ('FILES', 'SPANS') AS is_lazy,
    CASE
      WHEN format.start IN ('FILES', 'SPANS') THEN format_starts.bytes + format_pulls.index_bytes
      WHEN counted.starts = 0 OR started.image_digest IS NOT NULL THEN format_pulls.pull_bytes
    END AS start_bytes,
    CASE
      WHEN format.start IN ('FILES', 'SPANS') THEN CAST(format_starts.requests AS DOUBLE)
      WHEN counted.starts = 0 OR started.image_digest IS NOT NULL THEN CAST(format_pulls.requests AS DOUBLE)
    END AS start_requests,
    CASE
      WHEN format.start IN ('FILES', 'SPANS') THEN coalesce(format_starts.unpacked_bytes, 0)
      WHEN format.start = 'UNPACKED' THEN format_pulls.archive_bytes
      ELSE 0
    END AS unpacked_bytes
  FROM format_pulls
  JOIN format ON format.format = format_pulls.format
  CROSS JOIN (SELECT count(*) AS starts FROM startup_result) AS counted
  LEFT JOIN (SELECT DISTINCT image_digest FROM startup_result) AS started
    ON started.image_digest = format_pulls.image_digest
  LEFT JOIN format_starts
    ON format_starts.image_digest = format_pulls.image_digest AND format_starts.format = format_pulls.format
)
SELECT
  pulled.image_digest,
  pulled.format,
  round(pulled.pull_bytes) AS pull_bytes,
  pulled.requests,
  round(shipped.update_bytes) AS update_bytes,
  round(pulled.start_bytes) AS start_bytes,
  round(pulled.start_requests, 3) AS start_requests,
  pulled.unpacked_bytes,
  CAST(:bandwidth AS BIGINT) AS bytes_per_second,
  round(pulled.fixed_seconds, 9) AS fixed_seconds,
  round(pulled.fixed_seconds + pulled.start_bytes / CAST(:bandwidth AS DOUBLE), 9) AS start_seconds
FROM (
  SELECT
    *,
    CASE WHEN is_lazy THEN start_requests ELSE ceil(start_requests / CAST(:connections AS DOUBLE)) END
      * CAST(:latency AS DOUBLE) / 1e3 + CAST(unpacked_bytes AS DOUBLE) / CAST(:unpacking AS DOUBLE) AS fixed_seconds
  FROM format_load
) AS pulled
LEFT JOIN format_updates AS shipped
  ON shipped.image_digest = pulled.image_digest AND shipped.format = pulled.format
