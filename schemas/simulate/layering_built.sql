-- One row per plan: the layers of its images as they were built. An update fetches the layers that the image before does
-- not list; a registry stores each layer once.
-- Reads:
--   layering_image: the images of the lines that are planned (layering_image.sql).
WITH
-- One row per image and distinct layer.
listed_layer AS (
  SELECT DISTINCT
    layering_image.plan,
    layering_image.line,
    layering_image.ordinal,
    layering_image.learned,
    layering_image.newest,
    image_layer.layer_digest
  FROM layering_image
  JOIN image_layer ON image_layer.image_digest = layering_image.image_digest
),
pulled AS (
  SELECT listed_layer.plan, sum(layer.compressed_bytes) AS bytes, sum(layer.file_bytes) AS file_bytes
  FROM listed_layer
  JOIN layer ON layer.layer_digest = listed_layer.layer_digest
  LEFT JOIN listed_layer AS earlier
    ON earlier.plan = listed_layer.plan
    AND earlier.ordinal = listed_layer.ordinal - 1
    AND earlier.layer_digest = listed_layer.layer_digest
  WHERE NOT listed_layer.learned AND earlier.plan IS NULL
  GROUP BY listed_layer.plan
),
stored AS (
  SELECT
    plan_layer.plan,
    CAST(sum(plan_layer.newest) AS INT) AS layers,
    sum(layer.compressed_bytes) AS bytes,
    sum(layer.file_bytes) AS file_bytes
  FROM (
    SELECT plan, layer_digest, max(CASE WHEN newest THEN 1 ELSE 0 END) AS newest
    FROM listed_layer
    GROUP BY plan, layer_digest
  ) AS plan_layer
  JOIN layer ON layer.layer_digest = plan_layer.layer_digest
  GROUP BY plan_layer.plan
)
SELECT
  stored.plan,
  stored.layers,
  coalesce(pulled.bytes, 0) AS pulled_bytes,
  coalesce(pulled.file_bytes, 0) AS pulled_file_bytes,
  stored.bytes AS stored_bytes,
  stored.file_bytes AS stored_file_bytes
FROM stored
LEFT JOIN pulled ON pulled.plan = stored.plan
