SELECT
  image_digest,
  CAST(depth AS INT) AS depth,
  layer_digest,
  CAST(layers AS INT) AS layers,
  CAST(files AS BIGINT) AS files,
  CAST(file_bytes AS BIGINT) AS file_bytes,
  CAST(hidden_files AS BIGINT) AS hidden_files,
  CAST(hidden_bytes AS BIGINT) AS hidden_bytes,
  CAST(paths AS BIGINT) AS paths,
  CAST(hidden_stored_bytes AS BIGINT) AS hidden_stored_bytes
FROM (VALUES
  ('sha256:i1', 0, 'sha256:01', 2, 4, 2200, 1, 200, 6, 100),
  ('sha256:i1', 1, 'sha256:22', 2, 4, 1264, 0,   0, 4, 0),
  ('sha256:i3', 0, 'sha256:90', 1, 3, 1300, 0,   0, 4, 0)
) AS t (image_digest, depth, layer_digest, layers, files, file_bytes, hidden_files, hidden_bytes, paths, hidden_stored_bytes)
