-- The accesses with the entry of the view that they lead to, or the reason why there is none.
SELECT
  resolved.list,
  resolved.line,
  resolved.named,
  resolved.image,
  resolved.run,
  resolved.path,
  resolved.offset,
  resolved.bytes,
  found.key,
  found.depth,
  found.content_bytes,
  found.content_depth,
  found.content_position,
  CASE WHEN resolved.key IS NULL THEN 'LINK_LOOP' WHEN found.key IS NULL THEN 'ABSENT' END AS reason,
  CASE
    WHEN resolved.key IS NULL THEN resolved.fault
    WHEN found.key IS NULL THEN 'the image has no such path'
  END AS message
FROM resolved
LEFT JOIN (SELECT * FROM squashed WHERE state = 'live') AS found
  ON found.image = resolved.image AND found.key = resolved.key
