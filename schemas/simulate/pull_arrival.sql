-- Layers numbered in the order of their arrival: with the first image that lists them, by its date, the base first;
-- layers of no dated image last; equals by digest.
WITH arrival AS (
  SELECT
    image_layer.layer_digest,
    min(struct(coalesce(image.created_at, TIMESTAMP '9999-01-01 00:00:00') AS at, image_layer.depth AS depth)) AS first
  FROM image_layer
  JOIN image ON image.image_digest = image_layer.image_digest
  GROUP BY image_layer.layer_digest
)
SELECT
  CAST(
    row_number() OVER (ORDER BY arrival.first.at NULLS LAST, arrival.first.depth, layer.layer_digest) - 1 AS INT
  ) AS layer,
  layer.layer_digest,
  xxhash64(layer.layer_digest) AS digest,
  layer.compression,
  layer.compressed_bytes,
  layer.archive_bytes,
  layer.files + layer.directories + layer.symlinks + layer.hard_links + layer.whiteouts + layer.other_entries AS entries
FROM layer
LEFT JOIN arrival ON arrival.layer_digest = layer.layer_digest
