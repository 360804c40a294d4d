-- One row per image and layer: its files and how many of them the unpacked image hides (upper layers replace or delete
-- them). A hidden file still counts as live if a visible hard link has its content. Positions below 0 are folders of no
-- layer. hidden_stored_bytes is null unless the stored bytes of all hidden files are known.
-- Reads:
--   squashed: entries of images once all layers are unpacked; those of state LIVE are visible.
--   squash_image: the images whose layers were all read, numbered (squash_image.sql).
WITH
-- Files whose content a visible hard link has.
live_link_content AS (
  SELECT DISTINCT image, content_depth, content_position
  FROM squashed
  WHERE state = 'LIVE' AND kind = 'HARD_LINK' AND content_depth IS NOT NULL
),
-- One row per image and depth: files of the layer, and paths of the unpacked image that the layer has.
layer_total AS (
  SELECT
    squashed.image,
    squashed.depth,
    count(CASE WHEN squashed.kind = 'FILE' THEN 1 END) AS files,
    sum(CASE WHEN squashed.kind = 'FILE' THEN squashed.bytes ELSE 0 END) AS file_bytes,
    count(CASE WHEN squashed.state = 'LIVE' THEN 1 END) AS paths
  FROM squashed
  WHERE squashed.position >= 0
  GROUP BY squashed.image, squashed.depth
),
-- One row per hidden file.
hidden_file AS (
  SELECT squashed.image, squashed.depth, squashed.position, squashed.bytes
  FROM squashed
  LEFT JOIN live_link_content
    ON live_link_content.image = squashed.image
    AND live_link_content.content_depth = squashed.depth
    AND live_link_content.content_position = squashed.position
  WHERE squashed.position >= 0 AND squashed.kind = 'FILE' AND squashed.state <> 'LIVE' AND live_link_content.image IS NULL
),
-- One row per image and depth with hidden files.
hidden_total AS (
  SELECT
    squash_image.image,
    image_layer.depth,
    count(*) AS files,
    sum(hidden_file.bytes) AS bytes,
    count(layer_recipe.stored_bytes) AS known_files,
    CAST(sum(layer_recipe.stored_bytes) AS BIGINT) AS stored_bytes
  FROM hidden_file
  JOIN squash_image ON squash_image.image = hidden_file.image
  JOIN image_layer ON image_layer.image_digest = squash_image.image_digest AND image_layer.depth = hidden_file.depth
  JOIN layer_recipe
    ON layer_recipe.layer_digest = image_layer.layer_digest
    AND layer_recipe.position = hidden_file.position
  GROUP BY squash_image.image, image_layer.depth
)
SELECT
  squash_image.image_digest,
  image_layer.depth,
  image_layer.layer_digest,
  squash_image.layers,
  coalesce(layer_total.files, 0) AS files,
  coalesce(layer_total.file_bytes, 0) AS file_bytes,
  coalesce(hidden_total.files, 0) AS hidden_files,
  coalesce(hidden_total.bytes, 0) AS hidden_bytes,
  coalesce(layer_total.paths, 0) AS paths,
  CASE
    WHEN hidden_total.files IS NULL THEN CAST(0 AS BIGINT)
    WHEN hidden_total.known_files = hidden_total.files THEN hidden_total.stored_bytes
  END AS hidden_stored_bytes
FROM squash_image
JOIN image_layer ON image_layer.image_digest = squash_image.image_digest
LEFT JOIN layer_total ON layer_total.image = squash_image.image AND layer_total.depth = image_layer.depth
LEFT JOIN hidden_total ON hidden_total.image = squash_image.image AND hidden_total.depth = image_layer.depth
