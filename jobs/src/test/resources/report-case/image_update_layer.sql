SELECT
  CAST(update_number AS INT) AS update_number,
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
  (1, 1, 'sha256:50',  400,    2,  308,  210,    0,  100),
  (1, 2, 'sha256:dd',  100, NULL, NULL, NULL, NULL, NULL),
  (2, 0, 'sha256:01', 1500,    1,  200,  100, 1140,    0),
  (2, 1, 'sha256:22',  800,    1,   64,   50,  530,  120)
) AS t (
  update_number, depth, layer_digest, new_layer_bytes, new_files, new_file_bytes,
  new_file_stored_bytes, avoidable_bytes, repeated_bytes
)
