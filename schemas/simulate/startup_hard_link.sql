-- The same entries; hard links without a content have that of the last entry at their target that stands before them in
-- the image.
WITH linked AS (
  SELECT
    link.image,
    link.depth,
    link.position,
    max(struct(file.depth, file.position, file.content_bytes, file.content_depth, file.content_position)) AS file
  FROM layered_entry AS link
  JOIN layered_entry AS file
    ON file.image = link.image
    AND file.key = link.target_key
    AND (file.depth < link.depth OR (file.depth = link.depth AND file.position < link.position))
  WHERE link.kind = 'HARD_LINK' AND link.content_bytes IS NULL AND file.content_bytes IS NOT NULL
  GROUP BY link.image, link.depth, link.position
)
SELECT
  entry.image,
  entry.key,
  entry.depth,
  entry.position,
  entry.kind,
  entry.link_target,
  entry.target_key,
  coalesce(entry.content_bytes, linked.file.content_bytes) AS content_bytes,
  coalesce(entry.content_depth, linked.file.content_depth) AS content_depth,
  coalesce(entry.content_position, linked.file.content_position) AS content_position
FROM layered_entry AS entry
LEFT JOIN linked ON linked.image = entry.image AND linked.depth = entry.depth AND linked.position = entry.position
