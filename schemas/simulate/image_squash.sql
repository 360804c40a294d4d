-- Counts the squashed entries by layer. A hidden file counts as live while a hard link of the view has its content.
WITH kept AS (
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
    count(CASE WHEN squashed.kind = 'FILE' AND squashed.state <> 'LIVE' AND kept.image IS NULL THEN 1 END) AS hidden_files,
    sum(CASE WHEN squashed.kind = 'FILE' AND squashed.state <> 'LIVE' AND kept.image IS NULL THEN squashed.bytes ELSE 0 END)
      AS hidden_bytes,
    count(CASE WHEN squashed.state = 'LIVE' THEN 1 END) AS paths
  FROM squashed
  LEFT JOIN kept
    ON kept.image = squashed.image
    AND kept.content_depth = squashed.depth
    AND kept.content_position = squashed.position
  WHERE squashed.position >= 0
  GROUP BY squashed.image, squashed.depth
)
SELECT
  startup_image.image_digest,
  image_layer.depth,
  image_layer.layer_digest,
  startup_image.layers,
  coalesce(counted.files, 0) AS files,
  coalesce(counted.file_bytes, 0) AS file_bytes,
  coalesce(counted.hidden_files, 0) AS hidden_files,
  coalesce(counted.hidden_bytes, 0) AS hidden_bytes,
  coalesce(counted.paths, 0) AS paths
FROM startup_image
JOIN image_layer ON image_layer.image_digest = startup_image.image_digest
LEFT JOIN counted ON counted.image = startup_image.image AND counted.depth = image_layer.depth
