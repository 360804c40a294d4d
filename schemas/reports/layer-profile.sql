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
image_listing AS (
  SELECT layer_digest, image_digest, count(*) AS times
  FROM image_layer
  GROUP BY layer_digest, image_digest
),
image_use AS (
  SELECT layer_digest, count(*) AS images, sum(times) AS listings
  FROM image_listing
  GROUP BY layer_digest
),
repository_member AS (
  SELECT DISTINCT image_listing.layer_digest, image_tag.repository
  FROM image_listing
  JOIN image_tag ON image_tag.image_digest = image_listing.image_digest
),
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
measured AS (
  SELECT
    measure_name.place,
    measure_name.measure,
    CASE measure_name.place
      WHEN 1 THEN CAST(layer.compressed_bytes AS DOUBLE)
      WHEN 2 THEN CAST(layer.archive_bytes AS DOUBLE)
      WHEN 3 THEN CAST(layer.file_bytes AS DOUBLE)
      WHEN 4 THEN CAST(layer.archive_bytes AS DOUBLE) / nullif(CAST(layer.compressed_bytes AS DOUBLE), 0)
      WHEN 5 THEN CAST(layer.file_bytes AS DOUBLE) / nullif(CAST(layer.compressed_bytes AS DOUBLE), 0)
      WHEN 6 THEN CAST(layer.files AS DOUBLE)
      WHEN 7 THEN CAST(layer.directories AS DOUBLE)
      WHEN 8 THEN CAST(layer.symlinks AS DOUBLE)
      WHEN 9 THEN CAST(layer.hard_links AS DOUBLE)
      WHEN 10 THEN CAST(layer.whiteouts AS DOUBLE)
      WHEN 11 THEN CAST(layer.other_entries AS DOUBLE)
      WHEN 12 THEN CAST(layer.max_depth AS DOUBLE)
      WHEN 13 THEN CAST(coalesce(image_use.images, 0) AS DOUBLE)
      WHEN 14 THEN CAST(coalesce(image_use.listings, 0) AS DOUBLE)
      ELSE CAST(coalesce(repository_use.repositories, 0) AS DOUBLE)
    END AS value
  FROM layer
  LEFT JOIN image_use ON image_use.layer_digest = layer.layer_digest
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
FROM measured
GROUP BY place, measure
ORDER BY place
