-- One row per image of a plan and entry of its unpacked tree, with all that makes two entries equal. Folders that no layer
-- lists are left out. A hard link has mode, owner, time and content of the file that it leads to. The bytes of a content
-- count once in an image: at the file, or at the first link where the file itself is hidden. compressed_bytes are those
-- that the entry takes in its blob; of blobs that an earlier version read, its share by the layer's compression.
-- Reads:
--   squashed: entries of images once all layers are unpacked; those of state LIVE are visible.
--   squash_image: the images, numbered (layering_squash.sql).
--   layering_image: the images of the lines that are planned (layering_image.sql).
WITH
live_entry AS (
  SELECT * FROM squashed WHERE state = 'LIVE' AND position >= 0
),
-- Contents that hard links lead to.
link_content AS (
  SELECT DISTINCT image, content_depth, content_position FROM live_entry WHERE kind = 'HARD_LINK'
),
-- One row per such content: the path that counts its bytes.
counted_path AS (
  SELECT
    live_entry.image,
    live_entry.content_depth,
    live_entry.content_position,
    coalesce(min(CASE WHEN live_entry.kind = 'FILE' THEN live_entry.path END), min(live_entry.path)) AS path
  FROM live_entry
  JOIN link_content
    ON link_content.image = live_entry.image
    AND link_content.content_depth = live_entry.content_depth
    AND link_content.content_position = live_entry.content_position
  GROUP BY live_entry.image, live_entry.content_depth, live_entry.content_position
),
-- One row per entry of an image; is_counted is 1 unless it is a hard link whose bytes count elsewhere.
tree_entry AS (
  SELECT
    live_entry.image,
    live_entry.path,
    live_entry.kind,
    live_entry.link_target,
    coalesce(live_entry.bytes, 0) AS bytes,
    coalesce(live_entry.content_depth, live_entry.depth) AS depth,
    coalesce(live_entry.content_position, live_entry.position) AS position,
    CASE WHEN live_entry.kind = 'HARD_LINK' AND live_entry.path <> counted_path.path THEN 0 ELSE 1 END AS is_counted
  FROM live_entry
  LEFT JOIN counted_path
    ON counted_path.image = live_entry.image
    AND counted_path.content_depth = live_entry.content_depth
    AND counted_path.content_position = live_entry.content_position
)
SELECT
  layering_image.plan,
  layering_image.ordinal,
  layering_image.learned,
  tree_entry.path,
  tree_entry.kind,
  layer_recipe.mode,
  layer_recipe.uid,
  layer_recipe.gid,
  layer_recipe.modified_at,
  tree_entry.link_target,
  layer_recipe.fingerprint,
  tree_entry.is_counted * tree_entry.bytes AS bytes,
  tree_entry.is_counted * coalesce(
    layer_recipe.stored_bytes,
    CAST(round(tree_entry.bytes * (layer.compressed_bytes / nullif(layer.archive_bytes, 0))) AS BIGINT)
  ) AS compressed_bytes
FROM tree_entry
JOIN squash_image ON squash_image.image = tree_entry.image
JOIN layering_image ON layering_image.image_digest = squash_image.image_digest
JOIN image_layer ON image_layer.image_digest = squash_image.image_digest AND image_layer.depth = tree_entry.depth
JOIN layer ON layer.layer_digest = image_layer.layer_digest
JOIN layer_recipe
  ON layer_recipe.layer_digest = image_layer.layer_digest AND layer_recipe.position = tree_entry.position
