-- One row per image and layer: its files and how many of them the unpacked image hides (upper layers replace or delete
-- them). A hidden file still counts as live if a visible hard link has its content. Positions below 0 are folders of no
-- layer. hidden_stored_bytes is null unless the stored bytes of all hidden files are known.
WITH
kept AS (
  SELECT DISTINCT image, content_depth, content_position
  FROM squashed
  WHERE state = 'LIVE' AND kind = 'HARD_LINK' AND content_depth IS NOT NULL
),
counted AS (
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
hidden AS (
  SELECT squashed.image, squashed.depth, squashed.position, squashed.bytes
  FROM squashed
  LEFT JOIN kept
    ON kept.image = squashed.image
    AND kept.content_depth = squashed.depth
    AND kept.content_position = squashed.position
  WHERE squashed.position >= 0 AND squashed.kind = 'FILE' AND squashed.state <> 'LIVE' AND kept.image IS NULL
),
hidden_sum AS (
  SELECT
    startup_image.image,
    image_layer.depth,
    count(*) AS files,
    sum(hidden.bytes) AS bytes,
    count(layer_recipe.stored_bytes) AS known_files,
    CAST(sum(layer_recipe.stored_bytes) AS BIGINT) AS stored_bytes
  FROM hidden
  JOIN startup_image ON startup_image.image = hidden.image
  JOIN image_layer ON image_layer.image_digest = startup_image.image_digest AND image_layer.depth = hidden.depth
  JOIN layer_recipe
    ON layer_recipe.layer_digest = image_layer.layer_digest
    AND layer_recipe.position = hidden.position
  GROUP BY startup_image.image, image_layer.depth
)
SELECT
  startup_image.image_digest,
  image_layer.depth,
  image_layer.layer_digest,
  startup_image.layers,
  coalesce(counted.files, 0) AS files,
  coalesce(counted.file_bytes, 0) AS file_bytes,
  coalesce(hidden_sum.files, 0) AS hidden_files,
  coalesce(hidden_sum.bytes, 0) AS hidden_bytes,
  coalesce(counted.paths, 0) AS paths,
  CASE
    WHEN hidden_sum.files IS NULL THEN CAST(0 AS BIGINT)
    WHEN hidden_sum.known_files = hidden_sum.files THEN hidden_sum.stored_bytes
  END AS hidden_stored_bytes
FROM startup_image
JOIN image_layer ON image_layer.image_digest = startup_image.image_digest
LEFT JOIN counted ON counted.image = startup_image.image AND counted.depth = image_layer.depth
LEFT JOIN hidden_sum ON hidden_sum.image = startup_image.image AND hidden_sum.depth = image_layer.depth
