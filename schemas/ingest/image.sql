-- One row per new image. One input may lack the image's config and another one have it. So each column takes a value
-- from any input of this run that has one. An architecture "arm" without a variant becomes arm/v7, as in containerd.
-- Reads:
--   new_image: what this run found for table image.
SELECT
  image_digest,
  max(os) AS os,
  CASE WHEN max(architecture) = 'arm' THEN 'arm/v7' ELSE max(architecture) END AS architecture,
  max(created_at) AS created_at,
  max(layers) AS layers,
  max(compressed_bytes) AS compressed_bytes,
  max(config_digest) AS config_digest,
  CAST(:started AS TIMESTAMP) AS first_seen_at,
  max(os_version) AS os_version,
  max(os_features) AS os_features,
  max(layer_format) AS layer_format
FROM new_image
ANTI JOIN image USING (image_digest)
GROUP BY image_digest
