SELECT run_id, source, digest, reason, CAST(offset_bytes AS BIGINT) AS `offset`, message
FROM (VALUES
  ('run-1', 'a/blobs/ee',   'sha256:ee', 'TRUNCATED',   100,  'ends inside a member'),
  ('run-2', 'b/blobs/ee',   'sha256:ee', 'TRUNCATED',   100,  'ends inside a member'),
  ('run-1', 'a/manifest',   'sha256:01', 'ABSENT',      NULL, 'no such blob'),
  ('run-1', 'a/blobs/k9',   'sha256:k9', 'CORRUPT',     NULL, 'config is no JSON'),
  ('run-1', 'a/index.json', NULL,        'UNSUPPORTED', NULL, 'unknown media type'),
  ('run-2', 'b/index.json', NULL,        'UNSUPPORTED', NULL, 'unknown media type'),
  ('run-4', 'd/day-2.qcow2', NULL,       'TRUNCATED',   40,   'ends inside a table')
) AS t (run_id, source, digest, reason, offset_bytes, message)
