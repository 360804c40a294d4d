SELECT layer_digest, cause, CAST(files AS BIGINT) AS files, CAST(bytes AS BIGINT) AS bytes,
  CAST(stored_bytes AS BIGINT) AS stored_bytes
FROM (VALUES
  ('sha256:01', 'same layer', 1, 1000, 500),
  ('sha256:22', 'times', 4, 1264, 700),
  ('sha256:50', 'same layer', 1, 300, 100),
  ('sha256:90', 'near', 1, 1000, 400),
  ('sha256:90', 'other base', 1, 300, 200),
  ('sha256:90', 'other path', 1, 0, 20)
) AS t (layer_digest, cause, files, bytes, stored_bytes)
