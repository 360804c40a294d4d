SELECT
  image_digest,
  run,
  layer_digest,
  CAST(position AS INT) AS position,
  CAST(depth AS INT) AS depth,
  path,
  unhex(fingerprint) AS fingerprint,
  CAST(bytes AS BIGINT) AS bytes,
  CAST(accesses AS BIGINT) AS accesses,
  CAST(needed_bytes AS BIGINT) AS needed_bytes
FROM (VALUES
  ('sha256:i1', 'a', 'sha256:01', 1, 0, 'bin/tool',     'f1', 1000, 1, 1000),
  ('sha256:i1', 'a', 'sha256:22', 0, 1, 'etc/conf.txt', 'f2',  200, 1,  100),
  ('sha256:i1', 'b', 'sha256:01', 1, 0, 'bin/tool',     'f1', 1000, 2, 1000),
  ('sha256:i3', 'a', 'sha256:90', 0, 0, 'srv/copy.bin', 'f1', 1000, 1,  500),
  ('sha256:i3', 'a', 'sha256:90', 1, 0, 'srv/a.gz',     'f4',  300, 1,  300)
) AS t (image_digest, run, layer_digest, position, depth, path, fingerprint, bytes, accesses, needed_bytes)
