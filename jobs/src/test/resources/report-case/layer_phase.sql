SELECT
  layer_digest,
  run_id,
  CAST(read_nanos AS BIGINT) AS read_nanos,
  CAST(decompress_nanos AS BIGINT) AS decompress_nanos,
  CAST(unpack_nanos AS BIGINT) AS unpack_nanos,
  CAST(digest_nanos AS BIGINT) AS digest_nanos,
  CAST(NULL AS BIGINT) AS search_nanos,
  CAST(archive_nanos AS BIGINT) AS archive_nanos,
  CAST(compress_nanos AS BIGINT) AS compress_nanos,
  CAST(sample_cpu_nanos AS BIGINT) AS sample_cpu_nanos
FROM (VALUES
  ('sha256:01', 'run-1', 100000000, 200000000, 10000000, 300000000, 50000000, 400000000, 20000000),
  ('sha256:22', 'run-1', 200000000, 100000000, 20000000, 100000000, 70000000, 600000000, 30000000),
  ('sha256:50', 'run-1', 300000000, 300000000, 30000000, 200000000, NULL, NULL, 0),
  ('sha256:90', 'run-2', 400000000, 400000000, 40000000, 500000000, NULL, NULL, 10000000),
  ('sha256:c0', 'run-2', 500000000,         0, 50000000, 400000000, NULL, NULL, NULL)
) AS t (layer_digest, run_id, read_nanos, decompress_nanos, unpack_nanos, digest_nanos, archive_nanos, compress_nanos, sample_cpu_nanos)
