SELECT repository, tag, image_digest
FROM (VALUES
  ('r1', 'v1', 'sha256:i1'),
  ('r1', 'v2', 'sha256:i2'),
  ('r2', 'v1', 'sha256:i1'),
  ('r2', NULL, 'sha256:i3'),
  ('r3', 'x',  'sha256:i3')
) AS t (repository, tag, image_digest)
