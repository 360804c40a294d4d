SELECT
  layer_digest,
  run_id,
  codec,
  CAST(archive_nanos AS BIGINT) AS archive_nanos,
  CAST(compress_nanos AS BIGINT) AS compress_nanos,
  CAST(pull_bytes AS BIGINT) AS pull_bytes
FROM (VALUES
  ('sha256:01', 'run-1', 'gzip-6', 50000000, 400000000, 1600),
  ('sha256:22', 'run-1', 'gzip-6', 70000000, 600000000,  900),
  ('sha256:01', 'run-1', 'zstd-3', 50000000,  50000000, 1400)
) AS t (layer_digest, run_id, codec, archive_nanos, compress_nanos, pull_bytes)
