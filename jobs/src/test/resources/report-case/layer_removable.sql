SELECT
  layer_digest, name, place,
  CAST(files AS BIGINT) AS files,
  CAST(bytes AS BIGINT) AS bytes,
  CAST(stored_bytes AS BIGINT) AS stored_bytes,
  CAST(deleted_files AS BIGINT) AS deleted_files,
  CAST(deleted_bytes AS BIGINT) AS deleted_bytes,
  CAST(deleted_stored_bytes AS BIGINT) AS deleted_stored_bytes
FROM (VALUES
  ('sha256:22', 'builder', 'opt/lib',    1, 1000, 500, 1, 1000, 500),
  ('sha256:50', 'data tool', 'data', 2,  600, 280, 0,    0,   0),
  ('sha256:c0', 'builder', 'x',          1,   64, 1024, 0,    0,   0)
) AS t (
  layer_digest, name, place, files, bytes, stored_bytes, deleted_files, deleted_bytes, deleted_stored_bytes
)
