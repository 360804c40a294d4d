SELECT
  chunker,
  codec,
  unhex(fingerprint) AS fingerprint,
  CAST(bytes AS BIGINT) AS bytes,
  CAST(start_bytes AS BIGINT) AS offset,
  CAST(measured_bytes AS BIGINT) AS measured_bytes,
  CAST(compressed_bytes AS BIGINT) AS compressed_bytes,
  CAST(inclusion AS DOUBLE) AS inclusion
FROM (VALUES
  ('file',     'gzip-6', 'f2',  200, NULL, NULL, 190, NULL),
  ('file',     'zstd-3', 'f1', 1000, 0, 1000, 300, 0.5),
  ('file',     'zstd-3', 'f4',  300, 0, 100, 80, 0.125),
  ('file',     'zstd-3', 'f4',  300, 0, 300, 200, 0.25),
  ('file',     'zstd-3', 'f4',  300, 200, 100, 90, 0.125),
  ('fixed-4k', 'zstd-3', '0A',  400, NULL, NULL, 100, NULL),
  ('fixed-4k', 'zstd-3', '0C',  100, NULL, NULL, 140, NULL),
  ('fixed-4k', 'zstd-3', 'f2',  200, 0, 200, 150, NULL)
) AS t (chunker, codec, fingerprint, bytes, start_bytes, measured_bytes, compressed_bytes, inclusion)
