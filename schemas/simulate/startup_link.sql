-- Hard links without a content, each with what it is a link to: the last file or hard link at its target that stands before
-- it in the image; and the content of that, where it has one. What lies at a path goes by once, in the order of the image; a
-- link to itself goes by before it lies there.
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
    image, depth, position, is_link,
    max(CASE WHEN NOT is_link THEN struct(depth, position, content_bytes, content_depth, content_position) END)
      OVER (
        PARTITION BY image, key
        ORDER BY depth, position, is_link DESC
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ) AS file
  FROM (
    SELECT
      image, target_key AS key, depth, position, true AS is_link,
      content_bytes, content_depth, content_position
    FROM layered_entry
    WHERE kind = 'HARD_LINK' AND content_bytes IS NULL
    UNION ALL
    SELECT image, key, depth, position, false, content_bytes, content_depth, content_position
    FROM layered_entry
    LEFT SEMI JOIN (
      SELECT image AS linking_image, target_key AS linked_key
      FROM layered_entry
      WHERE kind = 'HARD_LINK' AND content_bytes IS NULL
    ) AS linked_to ON linking_image = image AND linked_key = key
    WHERE kind IN ('FILE', 'HARD_LINK')
  ) AS met
) AS passed
WHERE is_link AND file IS NOT NULL
