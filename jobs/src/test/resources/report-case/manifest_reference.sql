SELECT manifest_digest, digest, kind, CAST(bytes AS BIGINT) AS bytes
FROM (VALUES
  ('sha256:i1', 'sha256:k1', 'CONFIG', 10),
  ('sha256:i1', 'sha256:01', 'BLOB', 1500),
  ('sha256:i1', 'sha256:22', 'BLOB', 800),
  ('sha256:i2', 'sha256:k2', 'CONFIG', 20),
  ('sha256:i2', 'sha256:01', 'BLOB', 1500),
  ('sha256:i2', 'sha256:50', 'BLOB', 400),
  ('sha256:i2', 'sha256:dd', 'BLOB', 100),
  ('sha256:i3', 'sha256:k3', 'CONFIG', 30),
  ('sha256:i3', 'sha256:90', 'BLOB', 700),
  ('sha256:n1', 'sha256:i3', 'MANIFEST', 520),
  ('sha256:s1', 'sha256:b1', 'BLOB', 40)
) AS t (manifest_digest, digest, kind, bytes)
