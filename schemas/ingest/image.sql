-- Images that are new. An input may lack the config that another one contains: a value from any of them is used,
-- within one run.
SELECT
  image_digest,
  max(os) AS os,
  max(architecture) AS architecture,
  max(created_at) AS created_at,
  max(layers) AS layers,
  max(compressed_bytes) AS compressed_bytes,
  max(config_digest) AS config_digest,
  CAST(:started AS TIMESTAMP) AS first_seen_at
FROM new_image
ANTI JOIN image USING (image_digest)
GROUP BY image_digest
