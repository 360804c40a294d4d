-- The images of view layering_image, each once, numbered from 0 in the order of their digests.
-- Reads:
--   layering_image: the images of the lines that are planned (layering_image.sql).
SELECT image_digest, CAST(row_number() OVER (ORDER BY image_digest) - 1 AS INT) AS image, max(layers) AS layers
FROM layering_image
GROUP BY image_digest
