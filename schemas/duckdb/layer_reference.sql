-- View layer_reference in DuckDB's SQL.
WITH
listed AS (
  SELECT DISTINCT image_digest, layer_digest FROM image_layer
),
clock AS (
  SELECT max(started_at) AS read_at FROM run WHERE verb = 'ingest registry'
),
reference AS (
  SELECT
    image_tag.repository,
    image_tag.tag,
    listed.image_digest AS image,
    layer.layer_digest AS layer,
    image_category.category,
    image.os,
    image.architecture,
    image.created_at AS built_at,
    CASE
      WHEN image_tag.image_digest IS NOT NULL THEN image_tag.first_seen_at
      WHEN listed.image_digest IS NOT NULL THEN image.first_seen_at
      ELSE layer.first_seen_at
    END AS first_seen_at
  FROM layer
  LEFT JOIN listed ON listed.layer_digest = layer.layer_digest
  LEFT JOIN image ON image.image_digest = listed.image_digest
  LEFT JOIN image_tag ON image_tag.image_digest = listed.image_digest
  LEFT JOIN image_category ON image_category.image_digest = listed.image_digest
)
SELECT
  reference.*,
  CAST(epoch_us(clock.read_at) - epoch_us(reference.built_at) AS DOUBLE) / 8.64E10 AS age_days,
  CAST(epoch_us(clock.read_at) - epoch_us(reference.first_seen_at) AS DOUBLE) / 8.64E10 AS seen_days
FROM reference
CROSS JOIN clock
