-- One row per layer, numbered from 0 in the order of arrival: a layer arrives with the oldest image that lists it.
-- Within an image, the base layer arrives first. Layers that no image with a creation time lists come last. Ties go by
-- digest.
WITH
-- One row per listing of a layer by an image; place 1 is the oldest.
layer_listing AS (
  SELECT
    image_layer.layer_digest,
    image.created_at,
    image_layer.depth,
    row_number() OVER (
      PARTITION BY image_layer.layer_digest ORDER BY image.created_at NULLS LAST, image_layer.depth
    ) AS place
  FROM image_layer
  JOIN image ON image.image_digest = image_layer.image_digest
)
SELECT
  CAST(
    row_number() OVER (ORDER BY first.created_at NULLS LAST, first.depth NULLS LAST, layer.layer_digest) - 1 AS INT
  ) AS layer,
  layer.layer_digest,
  xxhash64(layer.layer_digest) AS digest,
  layer.compression,
  layer.compressed_bytes,
  layer.archive_bytes,
  layer.files + layer.directories + layer.symlinks + layer.hard_links + layer.whiteouts + layer.other_entries AS entries
FROM layer
LEFT JOIN (SELECT * FROM layer_listing WHERE place = 1) AS first ON first.layer_digest = layer.layer_digest
