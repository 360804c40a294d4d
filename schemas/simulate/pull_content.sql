-- One row per layer and distinct content of its files, empty files left out. copies counts the layer's files with this
-- content; shared says whether another layer contains it too. A layer without contents has one row with a null
-- fingerprint and 0 bytes.
-- Reads:
--   arrived_layer: layers, numbered in the order of their arrival (pull_arrival.sql).
WITH
-- One row per layer and distinct content of its files.
layer_content AS (
  SELECT
    arrived_layer.layer,
    layer_recipe.fingerprint,
    max(layer_recipe.bytes) AS bytes,
    count(*) AS copies
  FROM layer_recipe
  JOIN arrived_layer ON arrived_layer.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE' AND layer_recipe.bytes > 0 AND layer_recipe.fingerprint IS NOT NULL
  GROUP BY arrived_layer.layer, layer_recipe.fingerprint
),
-- The same rows with column shared.
shared_content AS (
  SELECT layer, fingerprint, bytes, copies, count(*) OVER (PARTITION BY fingerprint) > 1 AS shared
  FROM layer_content
)
SELECT
  arrived_layer.layer,
  arrived_layer.digest,
  shared_content.fingerprint,
  coalesce(shared_content.bytes, 0) AS bytes,
  coalesce(shared_content.copies, 0) AS copies,
  coalesce(shared_content.shared, false) AS shared
FROM arrived_layer
LEFT JOIN shared_content ON shared_content.layer = arrived_layer.layer
