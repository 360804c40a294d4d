-- One row: the number of distinct layers that the inputs name, and their bytes, of each the largest size that a
-- manifest declares or a place stores. Layers that the warehouse has count too, also those of known images that were
-- not requested again (CTE known_layer).
-- Reads:
--   new_image_tag: what this run found for table image_tag.
--   new_image: what this run found for table image.
--   new_place: one row per layer and place that stores it, with what manifests declare of the layer.
WITH
-- Layers of images that were not requested again.
known_layer AS (
  SELECT image_layer.layer_digest, image_layer.compressed_bytes
  FROM (SELECT DISTINCT image_digest FROM new_image_tag) AS tagged
  JOIN image_layer ON image_layer.image_digest = tagged.image_digest
  ANTI JOIN new_image ON new_image.image_digest = tagged.image_digest
),
-- One row per distinct layer.
named_layer AS (
  SELECT layer_digest, max(greatest(bytes, declared_bytes, 0)) AS bytes
  FROM (
    SELECT layer_digest, bytes, declared_bytes FROM new_place
    UNION ALL
    SELECT layer_digest, compressed_bytes, compressed_bytes FROM known_layer
  ) AS both_kinds
  GROUP BY layer_digest
)
SELECT count(*) AS layers, coalesce(sum(bytes), 0) AS bytes
FROM named_layer
