-- One row per access to a file: the range that was read. The reader sorts them by start, file and offset.
-- Reads:
--   matched: accesses with the entries that they lead to (startup_matched.sql).
SELECT
  matched.image,
  matched.run,
  matched.content_depth,
  matched.content_position,
  matched.content_bytes,
  matched.offset,
  matched.bytes
FROM matched
WHERE matched.reason IS NULL AND matched.content_depth IS NOT NULL
