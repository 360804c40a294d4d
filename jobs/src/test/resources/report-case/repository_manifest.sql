SELECT repository, tag, manifest_digest, CAST('2024-05-01 00:00:00' AS TIMESTAMP) AS first_seen_at
FROM (VALUES
  ('r1', 'v1', 'sha256:i1'),
  ('r1', 'v2', 'sha256:i2'),
  ('r1', NULL, 'sha256:s1'),
  ('r1', 'cache', 'sha256:c1'),
  ('r2', 'v1', 'sha256:i1'),
  ('r2', NULL, 'sha256:i3'),
  ('r3', 'x',  'sha256:n1'),
  ('r3', NULL, 'sha256:i3'),
  ('r3', NULL, 'sha256:c2')
) AS t (repository, tag, manifest_digest)
