-- How large are images, and how much of them is shared with other images?
-- One row a measure over all images, each image once. Sums go over the layers that the image lists and that were read.
-- A layer that an image lists twice counts twice, and a base layer counts in every image built on it. Files are
-- FILE rows; hard links are counted apart and have no bytes; an empty file is a file of 0 bytes. unread_layers were
-- listed but not read (rejected or missing), so such an image is larger than it looks here. shared_layer_ratio = layers
-- of the image (listings) that another image lists too / layers of the image; shared_compressed_ratio is the same by
-- compressed bytes over the layers read. Percentiles are values that occur.
--
-- figures: min p10 p25 p50 p75 p90 p99 max mean total by measure
-- subject: registry
-- first: measure p50 p90 p99 max mean total
-- chart: cdf y=min+p10+p25+p50+p75+p90+p99+max series=measure log=x; Distribution over images
WITH
-- One row per image and layer; times is how often the image lists the layer.
image_listing AS (
  SELECT layer_digest, image_digest, count(*) AS times
  FROM image_layer
  GROUP BY layer_digest, image_digest
),
-- One row per layer: the images that list it.
layer_use AS (
  SELECT layer_digest, count(*) AS images
  FROM image_listing
  GROUP BY layer_digest
),
-- One row per image: sums over the layers that it lists.
image_total AS (
  SELECT
    image_listing.image_digest,
    sum(image_listing.times) AS layers,
    sum(CASE WHEN layer.layer_digest IS NULL THEN image_listing.times ELSE 0 END) AS unread_layers,
    sum(CASE WHEN layer_use.images > 1 THEN image_listing.times ELSE 0 END) AS shared_layers,
    sum(CASE WHEN layer_use.images > 1 THEN image_listing.times * coalesce(layer.compressed_bytes, 0) ELSE 0 END)
      AS shared_compressed_bytes,
    sum(image_listing.times * coalesce(layer.compressed_bytes, 0)) AS compressed_bytes,
    sum(image_listing.times * coalesce(layer.archive_bytes, 0)) AS archive_bytes,
    sum(image_listing.times * coalesce(layer.file_bytes, 0)) AS file_bytes,
    sum(image_listing.times * coalesce(layer.files, 0)) AS files,
    sum(image_listing.times * coalesce(layer.directories, 0)) AS directories,
    sum(image_listing.times * coalesce(layer.symlinks, 0)) AS symlinks,
    sum(image_listing.times * coalesce(layer.hard_links, 0)) AS hard_links,
    sum(image_listing.times * coalesce(layer.whiteouts, 0)) AS whiteouts,
    max(layer.max_depth) AS max_depth
  FROM image_listing
  JOIN layer_use ON layer_use.layer_digest = image_listing.layer_digest
  LEFT JOIN layer ON layer.layer_digest = image_listing.layer_digest
  GROUP BY image_listing.image_digest
),
-- One row per image.
repository_use AS (
  SELECT image_digest, count(repository) AS repositories
  FROM (SELECT DISTINCT image_digest, repository FROM image_tag) AS contained
  GROUP BY image_digest
),
-- One row per image.
tag_use AS (
  SELECT image_digest, count(*) AS tags
  FROM (SELECT DISTINCT image_digest, repository, tag FROM image_tag WHERE tag IS NOT NULL) AS tagged
  GROUP BY image_digest
),
measure_name AS (
  SELECT *
  FROM (VALUES
    (1, 'layers'), (2, 'unread_layers'), (3, 'shared_layers'), (4, 'shared_layer_ratio'),
    (5, 'shared_compressed_ratio'), (6, 'compressed_bytes'), (7, 'archive_bytes'), (8, 'file_bytes'),
    (9, 'archive_compression_fold'), (10, 'file_compression_fold'), (11, 'files'), (12, 'directories'),
    (13, 'symlinks'), (14, 'hard_links'), (15, 'whiteouts'), (16, 'max_depth'), (17, 'repositories'), (18, 'tags')
  ) AS names (place, measure)
),
-- One row per image and measure.
image_measure AS (
  SELECT
    measure_name.place,
    measure_name.measure,
    CASE measure_name.place
      WHEN 1 THEN coalesce(image_total.layers, 0)
      WHEN 2 THEN coalesce(image_total.unread_layers, 0)
      WHEN 3 THEN coalesce(image_total.shared_layers, 0)
      WHEN 4 THEN image_total.shared_layers / nullif(image_total.layers, 0)
      WHEN 5 THEN image_total.shared_compressed_bytes / nullif(image_total.compressed_bytes, 0)
      WHEN 6 THEN coalesce(image_total.compressed_bytes, 0)
      WHEN 7 THEN coalesce(image_total.archive_bytes, 0)
      WHEN 8 THEN coalesce(image_total.file_bytes, 0)
      WHEN 9 THEN image_total.archive_bytes / nullif(image_total.compressed_bytes, 0)
      WHEN 10 THEN image_total.file_bytes / nullif(image_total.compressed_bytes, 0)
      WHEN 11 THEN coalesce(image_total.files, 0)
      WHEN 12 THEN coalesce(image_total.directories, 0)
      WHEN 13 THEN coalesce(image_total.symlinks, 0)
      WHEN 14 THEN coalesce(image_total.hard_links, 0)
      WHEN 15 THEN coalesce(image_total.whiteouts, 0)
      WHEN 16 THEN coalesce(image_total.max_depth, 0)
      WHEN 17 THEN coalesce(repository_use.repositories, 0)
      ELSE coalesce(tag_use.tags, 0)
    END AS value
  FROM image
  LEFT JOIN image_total ON image_total.image_digest = image.image_digest
  LEFT JOIN repository_use ON repository_use.image_digest = image.image_digest
  LEFT JOIN tag_use ON tag_use.image_digest = image.image_digest
  CROSS JOIN measure_name
)
SELECT
  measure,
  count(value) AS images,
  min(value) AS min,
  percentile_disc(0.10) WITHIN GROUP (ORDER BY value) AS p10,
  percentile_disc(0.25) WITHIN GROUP (ORDER BY value) AS p25,
  percentile_disc(0.50) WITHIN GROUP (ORDER BY value) AS p50,
  percentile_disc(0.75) WITHIN GROUP (ORDER BY value) AS p75,
  percentile_disc(0.90) WITHIN GROUP (ORDER BY value) AS p90,
  percentile_disc(0.99) WITHIN GROUP (ORDER BY value) AS p99,
  max(value) AS max,
  -- Sums of whole numbers are exact; those of others depend on their order in the last digits.
  CASE WHEN place IN (4, 5, 9, 10) THEN round(avg(value), 12) ELSE avg(value) END AS mean,
  -- Ratios, folds and depths of several images do not add up to anything.
  CASE WHEN place IN (4, 5, 9, 10, 16) THEN NULL ELSE CAST(sum(value) AS BIGINT) END AS total
FROM image_measure
GROUP BY place, measure
ORDER BY place
