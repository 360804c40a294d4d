SELECT repository, tag, image_digest, CAST(first_seen_at AS TIMESTAMP) AS first_seen_at
FROM (VALUES
  ('r1', 'v1', 'sha256:i1', '2024-01-01 00:00:00'),
  ('r1', 'v2', 'sha256:i2', '2024-01-01 00:00:00'),
  ('r2', 'v1', 'sha256:i1', '2024-01-02 00:00:00'),
  ('r2', NULL, 'sha256:i3', NULL),
  ('r3', 'x',  'sha256:i3', '2024-01-02 00:00:00')
) AS t (repository, tag, image_digest, first_seen_at)
