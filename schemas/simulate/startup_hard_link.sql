-- The same entries; hard links without a content have that at the end of their chain.
SELECT
  entry.image,
  entry.key,
  entry.depth,
  entry.position,
  entry.kind,
  entry.link_target,
  entry.target_key,
  coalesce(entry.content_bytes, linked.content_bytes) AS content_bytes,
  coalesce(entry.content_depth, linked.content_depth) AS content_depth,
  coalesce(entry.content_position, linked.content_position) AS content_position
FROM layered_entry AS entry
LEFT JOIN startup_link AS linked
  ON linked.image = entry.image AND linked.depth = entry.depth AND linked.position = entry.position
