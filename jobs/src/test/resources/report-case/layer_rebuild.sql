SELECT
  layer_digest,
  CAST(blob_bytes AS BIGINT) AS blob_bytes,
  CAST(archive_bytes AS BIGINT) AS archive_bytes,
  encoder_family,
  outcome,
  encoder,
  CAST(level AS INT) AS level,
  CAST(kept_bytes AS BIGINT) AS kept_bytes,
  CAST(attempts AS INT) AS attempts,
  CAST(check_nanos AS BIGINT) AS check_nanos,
  CAST(search_nanos AS BIGINT) AS search_nanos,
  CAST(rebuild_nanos AS BIGINT) AS rebuild_nanos,
  reason
FROM (VALUES
  ('sha256:01', 1500, 10240, 'zlib',  'exact',      'zlib', 6,    16,    9, 10000000, 300000000, 100000000, NULL),
  ('sha256:22',  800,  5120, 'pgzip', 'kept',       NULL,   NULL, 800,   9, 20000000, 200000000, NULL,      'no level of zlib gives the member at byte 0'),
  ('sha256:50',  400,  5120, 'zstd',  'exact',      'zstd', 3,    6,     3, 30000000,  50000000,  20000000, NULL),
  ('sha256:90',  700, 10240, NULL,    'unreadable', NULL,   NULL, NULL,  0, 40000000,         0, NULL,      'ABSENT: no input has a place for it')
) AS t (
  layer_digest, blob_bytes, archive_bytes, encoder_family, outcome, encoder, level, kept_bytes, attempts, check_nanos,
  search_nanos, rebuild_nanos, reason
)
