SELECT
  location, kind, repository, tag, digest, CAST(bytes AS BIGINT) AS bytes,
  CAST(first_seen_at AS TIMESTAMP) AS first_seen_at, CAST(gone_at AS TIMESTAMP) AS gone_at
FROM (VALUES
  ('t/r1', 'IMAGE',    'r1', 'v1',    'sha256:i1', 2300,  '2024-01-01 00:00:00', NULL),
  ('t/r1', 'IMAGE',    'r1', 'v2',    'sha256:i1', 2300,  '2024-01-01 00:00:00', '2024-01-02 00:00:00'),
  ('t/r1', 'IMAGE',    'r1', 'v2',    'sha256:i2', 1200,  '2024-01-02 00:00:00', NULL),
  ('t/r1', 'IMAGE',    'r1', 'old',   'sha256:i8', 700,   '2024-01-01 00:00:00', '2024-01-02 00:00:00'),
  ('t/r2', 'IMAGE',    'r2', 'v1',    'sha256:i1', 2300,  '2024-01-02 00:00:00', NULL),
  ('t/r2', 'IMAGE',    'r2', NULL,    'sha256:i3', 10940, NULL,                  NULL),
  ('t/r3', 'IMAGE',    'r3', 'x',     'sha256:i3', 10940, '2024-01-02 00:00:00', NULL),
  ('t/r1', 'MANIFEST', 'r1', 'v1',    'sha256:i1', 500,   '2024-01-01 00:00:00', NULL),
  ('t/r1', 'MANIFEST', 'r1', 'v2',    'sha256:i1', 500,   '2024-01-01 00:00:00', '2024-01-02 00:00:00'),
  ('t/r1', 'MANIFEST', 'r1', 'v2',    'sha256:i2', 510,   '2024-01-02 00:00:00', NULL),
  ('t/r1', 'MANIFEST', 'r1', 'old',   'sha256:i8', 530,   '2024-01-01 00:00:00', '2024-01-02 00:00:00'),
  ('t/r1', 'MANIFEST', 'r1', NULL,    'sha256:s1', 90,    '2024-01-01 00:00:00', NULL),
  ('t/r1', 'MANIFEST', 'r1', 'cache', 'sha256:c1', NULL,  '2024-01-02 00:00:00', NULL),
  ('t/r2', 'MANIFEST', 'r2', 'v1',    'sha256:i1', 500,   '2024-01-02 00:00:00', NULL),
  ('t/r2', 'MANIFEST', 'r2', NULL,    'sha256:i3', 520,   '2024-01-02 00:00:00', NULL),
  ('t/r3', 'MANIFEST', 'r3', 'x',     'sha256:n1', 300,   '2024-01-01 00:00:00', NULL),
  ('t/r3', 'MANIFEST', 'r3', NULL,    'sha256:i3', 520,   '2024-01-01 00:00:00', NULL),
  ('t/r3', 'MANIFEST', 'r3', NULL,    'sha256:c2', NULL,  '2024-01-01 00:00:00', NULL),
  ('t',    'BLOB',     NULL, NULL,    'sha256:01', 1500,  '2024-01-01 00:00:00', NULL),
  ('t',    'BLOB',     NULL, NULL,    'sha256:b8', 600,   '2024-01-01 00:00:00', '2024-01-02 00:00:00'),
  ('t',    'BLOB',     NULL, NULL,    'sha256:b7', 40,    '2024-01-01 00:00:00', '2024-01-02 00:00:00'),
  ('u',    'BLOB',     NULL, NULL,    'sha256:b7', 40,    '2024-01-01 00:00:00', NULL),
  ('t',    'BLOB',     NULL, NULL,    'sha256:k9', 60,    '2024-01-01 00:00:00', NULL),
  ('t',    'BLOB',     NULL, NULL,    'sha256:b9', 50,    '2024-01-02 00:00:00', NULL)
) AS t (location, kind, repository, tag, digest, bytes, first_seen_at, gone_at)
