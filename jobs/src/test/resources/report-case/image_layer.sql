SELECT
  image_digest,
  CAST(depth AS INT) AS depth,
  layer_digest,
  created_by,
  'tar+gzip' AS media_type,
  CAST(compressed_bytes AS BIGINT) AS compressed_bytes,
  diff_id
FROM (VALUES
  ('sha256:i1', 0, 'sha256:01', 'ADD base',  1500, 'sha256:d1'),
  ('sha256:i1', 1, 'sha256:22', 'RUN build',  800, 'sha256:d2'),
  ('sha256:i2', 0, 'sha256:01', 'ADD base',  1500, 'sha256:d1'),
  ('sha256:i2', 1, 'sha256:50', 'COPY data',  400, 'sha256:d3'),
  ('sha256:i2', 2, 'sha256:dd', NULL,         100, NULL),
  ('sha256:i3', 0, 'sha256:90', 'COPY srv',   700, 'sha256:d4'),
  ('sha256:i4', 0, 'sha256:01', 'ADD base',  1500, 'sha256:d1'),
  ('sha256:i4', 1, 'sha256:22', 'RUN build',  800, 'sha256:d2'),
  ('sha256:i4', 2, 'sha256:22', 'RUN build',  800, 'sha256:d2'),
  ('sha256:i4', 3, 'sha256:ee', NULL,         250, NULL)
) AS t (image_digest, depth, layer_digest, created_by, compressed_bytes, diff_id)
