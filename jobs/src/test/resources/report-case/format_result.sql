SELECT
  image_digest,
  format,
  CAST(pull_bytes AS BIGINT) AS pull_bytes,
  CAST(requests AS BIGINT) AS requests,
  CAST(update_bytes AS BIGINT) AS update_bytes,
  CAST(start_bytes AS BIGINT) AS start_bytes,
  CAST(start_requests AS DOUBLE) AS start_requests,
  CAST(unpacked_bytes AS BIGINT) AS unpacked_bytes,
  CAST(1000 AS BIGINT) AS bytes_per_second,
  CAST(start_seconds - start_bytes / 1e3 AS DOUBLE) AS fixed_seconds,
  CAST(start_seconds AS DOUBLE) AS start_seconds
FROM (VALUES
  ('sha256:i1', 'as-stored',  2300, 2, NULL,  2300,    2, 15360,  3.0),
  ('sha256:i3', 'as-stored',   700, 1,  700,   700,    1, 10240,  1.5),
  ('sha256:i1', 'erofs',     20500, 2, NULL, 20500,    2,     0, 20.6),
  ('sha256:i3', 'erofs',     20500, 2, NULL, 20500,    2,     0, 20.6),
  ('sha256:i1', 'estargz',    2700, 2, NULL,   500,    5,     0,  1.6),
  ('sha256:i3', 'estargz',     900, 1,  900,   300,    3,     0,  1.0),
  ('sha256:i1', 'files',       640, 4, NULL,   640,    4,     0,  1.3),
  ('sha256:i3', 'files',       860, 3,  300,   860,    3,     0,  1.5),
  ('sha256:i1', 'chunks',     NULL, 2, NULL,  NULL, NULL, 15360, NULL)
) AS t (image_digest, format, pull_bytes, requests, update_bytes, start_bytes, start_requests, unpacked_bytes, start_seconds)
