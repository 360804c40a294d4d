SELECT
  repository, 'linux/amd64' AS platform, from_image, to_image,
  CAST(depth AS INT) AS depth,
  layer_digest,
  CAST(new_layer_bytes AS BIGINT) AS new_layer_bytes,
  CAST(0 AS BIGINT) AS same_archive_bytes,
  CAST(new_files AS BIGINT) AS new_files,
  CAST(new_file_bytes AS BIGINT) AS new_file_bytes,
  CAST(new_file_stored_bytes AS BIGINT) AS new_file_stored_bytes,
  CAST(avoidable_bytes AS BIGINT) AS avoidable_bytes,
  CAST(repeated_bytes AS BIGINT) AS repeated_bytes
FROM (VALUES
  ('r1', 'sha256:i1', 'sha256:i2', 1, 'sha256:50',  400,    2,  308,  210,    0,  100),
  ('r1', 'sha256:i1', 'sha256:i2', 2, 'sha256:dd',  100, NULL, NULL, NULL, NULL, NULL),
  ('r2', 'sha256:i3', 'sha256:i1', 0, 'sha256:01', 1500,    1,  200,  100, 1140,    0),
  ('r2', 'sha256:i3', 'sha256:i1', 1, 'sha256:22',  800,    1,   64,   50,  530,  120)
) AS t (
  repository, from_image, to_image, depth, layer_digest, new_layer_bytes, new_files, new_file_bytes,
  new_file_stored_bytes, avoidable_bytes, repeated_bytes
)
