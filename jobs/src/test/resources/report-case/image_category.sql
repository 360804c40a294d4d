SELECT image_digest, category
FROM (VALUES ('sha256:i1', 'web'), ('sha256:i2', 'web')) AS t (image_digest, category)
