SELECT
  layer_digest, cause, twin_digest, differs,
  CAST(contents AS BIGINT) AS contents,
  CAST(shared_contents AS BIGINT) AS shared_contents,
  CAST(shared_bytes AS BIGINT) AS shared_bytes,
  CAST(similarity AS DOUBLE) AS similarity
FROM (VALUES
  ('sha256:01', CAST(NULL AS STRING), CAST(NULL AS STRING), CAST(NULL AS STRING), 2, NULL, NULL, NULL),
  ('sha256:22', 'times', 'sha256:50', 'order, times', NULL, NULL, 1264, 1.0),
  ('sha256:50', NULL, NULL, NULL, 2, NULL, NULL, NULL),
  ('sha256:90', 'near', 'sha256:01', 'contents', 2, 1, 1000, 0.25),
  ('sha256:c0', NULL, NULL, NULL, 2, NULL, NULL, NULL)
) AS t (layer_digest, cause, twin_digest, differs, contents, shared_contents, shared_bytes, similarity)
