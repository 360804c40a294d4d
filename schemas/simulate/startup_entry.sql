-- The entries of every layer of every image. A content is the file that an entry or, within a layer, the target of a hard
-- link is: the last one before the link. Files and links of a path go by once, in their order, however many there are.
WITH linked AS (
  SELECT layer_digest, position, file
  FROM (
    SELECT
      layer_digest, position, is_link,
      max(CASE WHEN NOT is_link THEN struct(position, bytes) END)
        OVER (PARTITION BY layer_digest, key ORDER BY position ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS file
    FROM (
      SELECT layer_digest, target_key AS key, position, CAST(NULL AS BIGINT) AS bytes, true AS is_link
      FROM cleaned_recipe
      WHERE kind = 'HARD_LINK'
      UNION ALL
      SELECT layer_digest, key, position, bytes, false
      FROM cleaned_recipe
      LEFT SEMI JOIN (SELECT layer_digest AS layer, target_key FROM cleaned_recipe WHERE kind = 'HARD_LINK') AS linked_to
        ON layer = layer_digest AND linked_to.target_key = key
      WHERE kind = 'FILE'
    ) AS met
  ) AS passed
  WHERE is_link AND file IS NOT NULL
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
