SELECT
  CAST(update_number AS INT) AS update_number,
  directory,
  CAST(new_files AS BIGINT) AS new_files,
  CAST(new_file_bytes AS BIGINT) AS new_file_bytes,
  CAST(new_file_stored_bytes AS BIGINT) AS new_file_stored_bytes,
  CAST(avoidable_bytes AS BIGINT) AS avoidable_bytes,
  CAST(repeated_bytes AS BIGINT) AS repeated_bytes
FROM (VALUES
  (1, '/bin',     1,   8,  30,    0,   0),
  (1, '/data',    1, 300, 180,    0, 100),
  (2, '/bin',     0,   0,   0, 1100,   0),
  (2, '/etc',     1, 200, 100,   70, 120),
  (2, '/opt',     1,  64,  50,    0,   0),
  (2, '/opt/lib', 0,   0,   0,  500,   0)
) AS t (
  update_number, directory, new_files, new_file_bytes, new_file_stored_bytes, avoidable_bytes,
  repeated_bytes
)
