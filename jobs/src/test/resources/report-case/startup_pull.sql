SELECT
  image_digest,
  run,
  mode,
  CAST(block_bytes AS BIGINT) AS block_bytes,
  CAST(10 AS DOUBLE) AS latency_millis,
  CAST(1000 AS BIGINT) AS bytes_per_second,
  CAST(requests AS BIGINT) AS requests,
  CAST(bytes AS BIGINT) AS bytes,
  CAST(unpacked_bytes AS BIGINT) AS unpacked_bytes,
  CAST(seconds AS DOUBLE) AS seconds
FROM (VALUES
  ('sha256:i1', 'a', 'full',       NULL, 2, 2300, 15360, 3.856E0),
  ('sha256:i1', 'a', 'flattened',  NULL, 1,  489,  3264, 0.8254E0),
  ('sha256:i1', 'a', 'lazy-file',  NULL, 2, 1200,     0, 1.22E0),
  ('sha256:i1', 'a', 'lazy-block',  512, 3, 1200,     0, 1.23E0),
  ('sha256:i1', 'b', 'full',       NULL, 2, 2300, 15360, 3.856E0),
  ('sha256:i1', 'b', 'flattened',  NULL, 1,  489,  3264, 0.8254E0),
  ('sha256:i1', 'b', 'lazy-file',  NULL, 1, 1000,     0, 1.01E0),
  ('sha256:i1', 'b', 'lazy-block',  512, 2, 1000,     0, 1.02E0),
  ('sha256:i3', 'a', 'full',       NULL, 1,  700, 10240, 1.734E0),
  ('sha256:i3', 'a', 'flattened',  NULL, 1,   89,  1300, 0.229E0),
  ('sha256:i3', 'a', 'lazy-file',  NULL, 2, 1300,     0, 1.32E0),
  ('sha256:i3', 'a', 'lazy-block',  512, 2,  812,     0, 0.832E0)
) AS t (image_digest, run, mode, block_bytes, requests, bytes, unpacked_bytes, seconds)
