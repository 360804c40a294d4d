SELECT layer_digest, cause, CAST(files AS BIGINT) AS files, CAST(bytes AS BIGINT) AS bytes
FROM (VALUES
  ('sha256:01', 'same layer', 1, 1000),
  ('sha256:22', 'times', 4, 1264),
  ('sha256:50', 'same layer', 1, 300),
  ('sha256:90', 'near', 1, 1000),
  ('sha256:90', 'other base', 1, 300),
  ('sha256:c0', 'other path', 1, 0)
) AS t (layer_digest, cause, files, bytes)
