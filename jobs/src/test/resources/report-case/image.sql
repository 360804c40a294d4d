SELECT
  image_digest,
  os,
  architecture,
  CAST('2024-01-01 00:00:00' AS TIMESTAMP) AS created_at,
  CAST(layers AS INT) AS layers,
  CAST(compressed_bytes AS BIGINT) AS compressed_bytes,
  config_digest,
  CAST(first_seen_at AS TIMESTAMP) AS first_seen_at,
  CAST(NULL AS STRING) AS os_version,
  CAST(NULL AS STRING) AS os_features,
  CAST(NULL AS STRING) AS layer_format
FROM (VALUES
  ('sha256:i1', 'linux', 'amd64', 2, 2300, 'sha256:k1', '2024-01-01 00:00:00'),
  ('sha256:i2', 'linux', 'amd64', 3, 2000, 'sha256:k2', '2024-01-01 00:00:00'),
  ('sha256:i3', 'linux', 'arm64', 1,  700, 'sha256:k3', NULL),
  ('sha256:i4', 'linux', 'amd64', 4, 3350, 'sha256:k4', '2024-01-02 00:00:00')
) AS t (image_digest, os, architecture, layers, compressed_bytes, config_digest, first_seen_at)
