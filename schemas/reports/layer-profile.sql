-- How large, how deep and how widely used are layers?
-- One row a measure over all layers read, each layer once. Files are FILE rows; hard links are counted apart and have
-- no bytes; an empty file is a file of 0 bytes; base layers count like all others. A fold is uncompressed bytes over
-- compressed bytes: of the archive, and of the files alone (headers and padding left out).
-- images and repositories are distinct owners of the layer, 0 where there is none; listings counts repeats in an image.
-- Percentiles are values that occur (percentile_disc).
--
-- figures: min p10 p25 p50 p75 p90 p99 max mean total by measure
-- subject: registry
-- first: measure p50 p90 p99 max mean total
-- chart: cdf y=min+p10+p25+p50+p75+p90+p99+max series=measure log=x; Distribution over layers
WITH
-- One row per image and layer; times is how often the image lists the layer.
image_listing AS (
  SELECT layer_digest, image_digest, count(*) AS times
  FROM image_layer
  GROUP BY layer_digest, image_digest
),
-- One row per layer: the images that list it.
layer_images AS (
  SELECT layer_digest, count(*) AS images, sum(times) AS listings
  FROM image_listing
  GROUP BY layer_digest
),
-- One row per layer and repository of an image that lists it.
repository_member AS (
  SELECT DISTINCT image_listing.layer_digest, image_tag.repository
  FROM image_listing
  JOIN image_tag ON image_tag.image_digest = image_listing.image_digest
),
-- One row per layer.
repository_use AS (
  SELECT layer_digest, count(repository) AS repositories
  FROM repository_member
  GROUP BY layer_digest
),
measure_name AS (
  SELECT *
  FROM (VALUES
    (1, 'compressed_bytes'), (2, 'archive_bytes'), (3, 'file_bytes'), (4, 'archive_compression_fold'),
    (5, 'file_compression_fold'), (6, 'files'), (7, 'directories'), (8, 'symlinks'), (9, 'hard_links'),
    (10, 'whiteouts'), (11, 'other_entries'), (12, 'max_depth'), (13, 'images'), (14, 'listings'), (15, 'repositories')
  ) AS names (place, measure)
),
-- One row per layer and measure.
layer_measure AS (
  SELECT
    measure_name.place,
    measure_name.measure,
    CASE measure_name.place
      WHEN 1 THEN layer.compressed_bytes
      WHEN 2 THEN layer.archive_bytes
      WHEN 3 THEN layer.file_bytes
      WHEN 4 THEN layer.archive_bytes / nullif(layer.compressed_bytes, 0)
      WHEN 5 THEN layer.file_bytes / nullif(layer.compressed_bytes, 0)
      WHEN 6 THEN layer.files
      WHEN 7 THEN layer.directories
      WHEN 8 THEN layer.symlinks
      WHEN 9 THEN layer.hard_links
      WHEN 10 THEN layer.whiteouts
      WHEN 11 THEN layer.other_entries
      WHEN 12 THEN layer.max_depth
      WHEN 13 THEN coalesce(layer_images.images, 0)
      WHEN 14 THEN coalesce(layer_images.listings, 0)
      ELSE coalesce(repository_use.repositories, 0)
    END AS value
  FROM layer
  LEFT JOIN layer_images ON layer_images.layer_digest = layer.layer_digest
  LEFT JOIN repository_use ON repository_use.layer_digest = layer.layer_digest
  CROSS JOIN measure_name
)
SELECT
  measure,
  count(value) AS layers,
  min(value) AS min,
  percentile_disc(0.10) WITHIN GROUP (ORDER BY value) AS p10,
  percentile_disc(0.25) WITHIN GROUP (ORDER BY value) AS p25,
  percentile_disc(0.50) WITHIN GROUP (ORDER BY value) AS p50,
  percentile_disc(0.75) WITHIN GROUP (ORDER BY value) AS p75,
  percentile_disc(0.90) WITHIN GROUP (ORDER BY value) AS p90,
  percentile_disc(0.99) WITHIN GROUP (ORDER BY value) AS p99,
  max(value) AS max,
  -- Sums of whole numbers are exact; those of others depend on their order in the last digits.
  CASE WHEN place IN (4, 5) THEN round(avg(value), 12) ELSE avg(value) END AS mean,
  -- Folds and depths of several layers do not add up to anything.
  CASE WHEN place IN (4, 5, 12) THEN NULL ELSE CAST(sum(value) AS BIGINT) END AS total
FROM layer_measure
GROUP BY place, measure
ORDER BY place
