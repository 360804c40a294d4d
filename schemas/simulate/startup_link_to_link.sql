-- The same links, each twice as far along its chain: so long chains end after few rounds.
SELECT
  one.image,
  one.depth,
  one.position,
  next.to_depth,
  next.to_position,
  coalesce(one.content_bytes, next.content_bytes) AS content_bytes,
  coalesce(one.content_depth, next.content_depth) AS content_depth,
  coalesce(one.content_position, next.content_position) AS content_position
FROM startup_link AS one
LEFT JOIN startup_link AS next
  ON one.content_bytes IS NULL
  AND next.image = one.image
  AND next.depth = one.to_depth
  AND next.position = one.to_position
