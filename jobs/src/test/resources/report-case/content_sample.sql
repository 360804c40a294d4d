SELECT
  chunker,
  codec,
  unhex(fingerprint) AS fingerprint,
  CAST(bytes AS BIGINT) AS bytes,
  CAST(compressed_bytes AS BIGINT) AS compressed_bytes,
  CAST(inclusion AS DOUBLE) AS inclusion
FROM (VALUES
  ('file',     'gzip-6', 'f2',  200, 190, NULL),
  ('file',     'zstd-3', 'f1', 1000, 300, 0.5),
  ('file',     'zstd-3', 'f4',  300, 200, 0.25),
  ('fixed-4k', 'zstd-3', '0A',  400, 100, NULL),
  ('fixed-4k', 'zstd-3', '0C',  100, 140, NULL),
  ('fixed-4k', 'zstd-3', 'f2',  200, 150, NULL)
) AS t (chunker, codec, fingerprint, bytes, compressed_bytes, inclusion)
