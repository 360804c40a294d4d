-- Hard links without a content, each with what it is a link to: the last file or hard link at its target that stands before
-- it in the image; and the content of that, where it has one.
SELECT
  image,
  depth,
  position,
  file.depth AS to_depth,
  file.position AS to_position,
  file.content_bytes,
  file.content_depth,
  file.content_position
FROM (
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
  WHERE link.kind = 'HARD_LINK' AND link.content_bytes IS NULL AND file.kind IN ('FILE', 'HARD_LINK')
  GROUP BY link.image, link.depth, link.position
)
