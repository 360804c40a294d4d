SELECT policy, digest, kind, CAST(bytes AS BIGINT) AS bytes, repository
FROM (VALUES
  ('listed tags', 'sha256:i2', 'MANIFEST', 510, 'r1'),
  ('listed tags', 'sha256:s1', 'MANIFEST', 90, 'r1'),
  ('listed tags', 'sha256:k2', 'CONFIG', 20, 'r1'),
  ('listed tags', 'sha256:50', 'LAYER', 400, 'r1'),
  ('listed tags', 'sha256:dd', 'BLOB', 100, 'r1'),
  ('listed tags', 'sha256:b1', 'BLOB', 40, 'r1')
) AS t (policy, digest, kind, bytes, repository)
