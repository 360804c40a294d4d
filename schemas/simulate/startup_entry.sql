-- The entries of every layer of every image. A content is the file that an entry or, within a layer, the target of a hard
-- link is: the last one before the link.
WITH linked AS (
  SELECT link.layer_digest, link.position, max(struct(file.position, file.bytes)) AS file
  FROM cleaned_recipe AS link
  JOIN cleaned_recipe AS file
    ON file.layer_digest = link.layer_digest AND file.key = link.target_key AND file.position < link.position
  WHERE link.kind = 'HARD_LINK' AND file.kind = 'FILE'
  GROUP BY link.layer_digest, link.position
)
SELECT
  startup_image.image,
  entry.key,
  image_layer.depth,
  entry.position,
  entry.kind,
  entry.link_target,
  entry.target_key,
  CASE WHEN entry.kind = 'FILE' THEN entry.bytes ELSE linked.file.bytes END AS content_bytes,
  CASE WHEN entry.kind = 'FILE' OR linked.file IS NOT NULL THEN image_layer.depth END AS content_depth,
  CASE WHEN entry.kind = 'FILE' THEN entry.position ELSE linked.file.position END AS content_position
FROM cleaned_recipe AS entry
JOIN image_layer ON image_layer.layer_digest = entry.layer_digest
JOIN startup_image ON startup_image.image_digest = image_layer.image_digest
LEFT JOIN linked ON linked.layer_digest = entry.layer_digest AND linked.position = entry.position
