SELECT
  repository, 'linux/amd64' AS platform, from_image, to_image, directory,
  CAST(new_files AS BIGINT) AS new_files,
  CAST(new_file_bytes AS BIGINT) AS new_file_bytes,
  CAST(new_file_stored_bytes AS BIGINT) AS new_file_stored_bytes,
  CAST(avoidable_bytes AS BIGINT) AS avoidable_bytes,
  CAST(repeated_bytes AS BIGINT) AS repeated_bytes
FROM (VALUES
  ('r1', 'sha256:i1', 'sha256:i2', '/bin',     1,   8,  30,    0,   0),
  ('r1', 'sha256:i1', 'sha256:i2', '/data',    1, 300, 180,    0, 100),
  ('r2', 'sha256:i3', 'sha256:i1', '/bin',     0,   0,   0, 1100,   0),
  ('r2', 'sha256:i3', 'sha256:i1', '/etc',     1, 200, 100,   70, 120),
  ('r2', 'sha256:i3', 'sha256:i1', '/opt',     1,  64,  50,    0,   0),
  ('r2', 'sha256:i3', 'sha256:i1', '/opt/lib', 0,   0,   0,  500,   0)
) AS t (
  repository, from_image, to_image, directory, new_files, new_file_bytes, new_file_stored_bytes, avoidable_bytes,
  repeated_bytes
)
