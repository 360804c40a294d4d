-- Which images carry the most bytes that their own later layers repeat or replace?
-- First a row ALL with the totals over all images, then the 50 images with the most wasted_bytes_by_path; ties go to
-- the smaller digest. A layer that an image lists twice counts twice, and a base layer counts in every image built on
-- it. FILE rows only: hard links, links and directories have no bytes; the empty file has a path and no bytes. By path
-- as dive does, with these differences. A whiteout carries no size here, and a path twice in one layer is seen twice.
-- With --where CONDITION only images with a reference that it chooses (view layer_reference), ALL over these. As a gate
-- (--fail-below 0.9) every image is compared, by efficiency_ratio_by_path. Cost: the rows of the recipes, shuffled once
-- by path and once by content.
--
-- subject: registry
-- first: example file_bytes efficiency_ratio_by_path wasted_bytes_by_path wasted_bytes_by_content image_digest
-- sets: layer_reference
-- gate: efficiency_ratio_by_path
-- chart: points x=file_bytes y=efficiency_ratio_by_path label=example where=image_digest:!ALL log=x; Efficiency of images by their size
WITH
-- One row per image, numbered from 1; sums over the layers that it lists, repeats counted.
image_key AS (
  SELECT
    image_digest,
    CAST(row_number() OVER (ORDER BY image_digest) AS INTEGER) AS image_key,
    layers, layers_read, file_bytes, user_bytes
  FROM (
    SELECT
      image_layer.image_digest,
      count(*) AS layers,
      count(layer.layer_digest) AS layers_read,
      sum(coalesce(layer.file_bytes, 0)) AS file_bytes,
      sum(CASE WHEN image_layer.depth > 0 THEN coalesce(layer.file_bytes, 0) ELSE 0 END) AS user_bytes
    FROM image_layer
    LEFT JOIN layer ON layer.layer_digest = image_layer.layer_digest
    WHERE NOT /* requested of layer_reference */ false
      OR image_layer.image_digest IN (
        SELECT layer_reference.image
        FROM layer_reference
        WHERE /* set of layer_reference */ true AND layer_reference.image IS NOT NULL
      )
    GROUP BY image_layer.image_digest
  ) AS listed
),
-- One row per image and layer that was read: how often the image lists it, in all and above the base.
listing AS (
  SELECT
    image_key.image_key,
    image_layer.layer_digest,
    count(*) AS times,
    sum(CASE WHEN image_layer.depth > 0 THEN 1 ELSE 0 END) AS user_times
  FROM image_layer
  JOIN image_key ON image_key.image_digest = image_layer.image_digest
  JOIN layer ON layer.layer_digest = image_layer.layer_digest
  GROUP BY image_key.image_key, image_layer.layer_digest
),
-- One row per image and path: the sizes of the files at the path in all its layers.
path_seen AS (
  SELECT /*+ BROADCAST(listing) */
    listing.image_key,
    sum(listing.times) AS times,
    min(layer_recipe.bytes) AS least_bytes,
    sum(listing.times * layer_recipe.bytes) AS all_bytes,
    sum(listing.user_times * layer_recipe.bytes) AS user_bytes
  FROM (
    SELECT /*+ REPARTITION(path) */ layer_digest, path, bytes
    FROM layer_recipe
    WHERE kind = 'FILE'
  ) AS layer_recipe
  JOIN listing ON listing.layer_digest = layer_recipe.layer_digest
  GROUP BY listing.image_key, layer_recipe.path
),
-- One row per image. A path is wasted if it is seen more than once.
path_total AS (
  SELECT
    image_key,
    sum(least_bytes) AS least_bytes,
    sum(all_bytes) AS all_bytes,
    sum(CASE WHEN times > 1 THEN all_bytes ELSE 0 END) AS wasted_bytes,
    sum(CASE WHEN times > 1 THEN user_bytes ELSE 0 END) AS user_wasted_bytes
  FROM path_seen
  GROUP BY image_key
),
-- The same as listing by layer number.
numbered_listing AS (
  SELECT listing.image_key, layer_number.layer_number
  FROM listing
  JOIN layer_number ON layer_number.layer_digest = listing.layer_digest
),
-- One row per image and bundle of contents.
content_seen AS (
  SELECT /*+ BROADCAST(numbered_listing) */ numbered_listing.image_key, min(stored_file.bytes) AS bytes
  FROM (SELECT /*+ REPARTITION(bundle) */ bundle, layer_number, bytes FROM stored_file) AS stored_file
  JOIN numbered_listing ON numbered_listing.layer_number = stored_file.layer_number
  GROUP BY numbered_listing.image_key, stored_file.bundle
),
-- One row per image.
content_total AS (
  SELECT image_key, sum(bytes) AS unique_bytes
  FROM content_seen
  GROUP BY image_key
),
-- One row per image: its repositories, and one of its names.
image_name AS (
  SELECT
    image_digest,
    count(DISTINCT repository) AS repositories,
    min(concat_ws(':', repository, tag)) AS example
  FROM image_tag
  GROUP BY image_digest
),
-- One row per image.
measured_image AS (
  SELECT
    image_key.image_digest,
    image_name.example,
    coalesce(image_name.repositories, 0) AS repositories,
    image_key.layers,
    image_key.layers_read,
    image_key.file_bytes,
    image_key.user_bytes,
    coalesce(path_total.least_bytes, 0) AS least_bytes,
    coalesce(path_total.wasted_bytes, 0) AS path_wasted_bytes,
    coalesce(path_total.user_wasted_bytes, 0) AS user_wasted_bytes,
    coalesce(content_total.unique_bytes, 0) AS unique_bytes
  FROM image_key
  LEFT JOIN path_total ON path_total.image_key = image_key.image_key
  LEFT JOIN content_total ON content_total.image_key = image_key.image_key
  LEFT JOIN image_name ON image_name.image_digest = image_key.image_digest
),
-- One row per image, and one for all (is_total 1). Both come out of one pass, so nothing above is computed twice.
image_line AS (
  SELECT
    grouping(image_digest) AS is_total,
    image_digest,
    min(example) AS example,
    max(repositories) AS repositories,
    sum(layers) AS layers,
    sum(layers_read) AS layers_read,
    sum(file_bytes) AS file_bytes,
    sum(user_bytes) AS user_bytes,
    sum(least_bytes) AS least_bytes,
    sum(path_wasted_bytes) AS path_wasted_bytes,
    sum(user_wasted_bytes) AS user_wasted_bytes,
    sum(unique_bytes) AS unique_bytes
  FROM measured_image
  GROUP BY GROUPING SETS ((), (image_digest))
  -- Without images there are no rows, not a total of nothing.
  HAVING count(*) > 0
),
-- place is the rank among images, or 1 for the line of all.
ranked_line AS (
  SELECT
    image_line.*,
    row_number() OVER (PARTITION BY is_total ORDER BY path_wasted_bytes DESC, image_digest) AS place
  FROM image_line
)
SELECT
  CASE WHEN is_total = 1 THEN 'ALL' ELSE image_digest END AS image_digest,
  -- Repositories of several images overlap, so they are no total.
  CASE WHEN is_total = 1 THEN NULL ELSE example END AS example,
  CASE WHEN is_total = 1 THEN NULL ELSE repositories END AS repositories,
  layers,
  -- layers_read: only these layers are seen.
  layers_read,
  file_bytes,
  -- efficiency_ratio_by_path: sum over paths of the smallest size seen / sum of all sizes seen; 1 when nothing has
  --   bytes. In dive, whiteouts and links bring the smallest size of a path down to 0.
  CASE WHEN file_bytes = 0 THEN 1
    ELSE least_bytes / nullif(file_bytes, 0) END AS efficiency_ratio_by_path,
  -- wasted_bytes_by_path: sum of all sizes over paths seen at least twice. dive gives the whiteout of a directory the
  --   bytes that it hides.
  path_wasted_bytes AS wasted_bytes_by_path,
  -- user_bytes: of layers above the base (depth 0).
  user_bytes,
  -- user_wasted_ratio_by_path: bytes that layers above the base contain at wasted paths / user_bytes. dive sets all
  --   wasted bytes against user_bytes, which can exceed 1.
  user_wasted_bytes / nullif(user_bytes, 0) AS user_wasted_ratio_by_path,
  -- unique_content_bytes: each content of the image once.
  unique_bytes AS unique_content_bytes,
  -- wasted_bytes_by_content: the rest.
  file_bytes - unique_bytes AS wasted_bytes_by_content,
  1 - unique_bytes / nullif(file_bytes, 0) AS wasted_ratio_by_content
FROM ranked_line
WHERE place <= /* rows */ 50
ORDER BY is_total DESC, place
