-- One row per access, with the entry of the unpacked image that its path leads to, or the reason why there is none.
-- target is the path with symbolic links followed; null if they form a loop.
-- Reads:
--   resolved: accesses of known images; target is the path with symbolic links followed.
--   squashed: entries of images once all layers are unpacked; those of state LIVE are visible.
SELECT
  resolved.list,
  resolved.line,
  resolved.named,
  resolved.image,
  resolved.run,
  resolved.path,
  resolved.offset,
  resolved.bytes,
  resolved.target,
  live_entry.depth,
  live_entry.bytes AS content_bytes,
  live_entry.content_depth,
  live_entry.content_position,
  CASE WHEN resolved.target IS NULL THEN 'LINK_LOOP' WHEN live_entry.path IS NULL THEN 'ABSENT' END AS reason,
  CASE
    WHEN resolved.target IS NULL THEN resolved.fault
    WHEN live_entry.path IS NULL THEN 'the image has no such path'
  END AS message
FROM resolved
LEFT JOIN (SELECT * FROM squashed WHERE state = 'LIVE') AS live_entry
  ON live_entry.image = resolved.image AND live_entry.path = resolved.target
