SELECT
  manifest_digest,
  kind,
  CAST(NULL AS STRING) AS media_type,
  CAST(bytes AS BIGINT) AS bytes,
  subject
FROM (VALUES
  ('sha256:i1', 'IMAGE', 500, NULL),
  ('sha256:i2', 'IMAGE', 510, NULL),
  ('sha256:i3', 'IMAGE', 520, NULL),
  ('sha256:n1', 'INDEX', 300, NULL),
  ('sha256:s1', 'ARTIFACT', 90, 'sha256:i2')
) AS t (manifest_digest, kind, bytes, subject)
