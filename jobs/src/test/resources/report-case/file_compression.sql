SELECT
  codec,
  content_type,
  CAST(unique_files AS BIGINT) AS unique_files,
  CAST(unique_bytes AS BIGINT) AS unique_bytes,
  CAST(samples AS BIGINT) AS samples,
  CAST(sample_bytes AS BIGINT) AS sample_bytes,
  CAST(sample_compressed_bytes AS BIGINT) AS sample_compressed_bytes,
  CAST(compressed_bytes AS BIGINT) AS compressed_bytes,
  CAST(compressed_low_bytes AS BIGINT) AS compressed_low_bytes,
  CAST(compressed_high_bytes AS BIGINT) AS compressed_high_bytes,
  CAST(0.95 AS DOUBLE) AS confidence
FROM (VALUES
  ('gzip-6', 'all',     6, 2084, 3, 1500, 700, 1100,  900, 1284),
  ('gzip-6', 'archive', 2,  812, 1,  300, 200,  600,  400,  712),
  ('gzip-6', 'elf',     1, 1000, 1, 1000, 300,  300,  300,  300),
  ('gzip-6', 'script',  1,   64, 0,    0,   0,   30,    0,   64),
  ('gzip-6', 'text',    2,  208, 1,  200, 160,  170,  160,  208),
  ('zstd-3', 'all',     6, 2084, 2, 1300, 500, 1000,  800, 1284)
) AS t (
  codec, content_type, unique_files, unique_bytes, samples, sample_bytes, sample_compressed_bytes, compressed_bytes,
  compressed_low_bytes, compressed_high_bytes)
