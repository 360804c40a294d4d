SELECT
  CAST(setting AS INT) AS setting,
  CAST(file AS INT) AS file,
  CAST(lookups AS BIGINT) AS lookups,
  CAST(unallocated AS BIGINT) AS unallocated,
  CAST(normal AS BIGINT) AS normal,
  CAST(hits AS BIGINT) AS hits,
  CAST(misses AS BIGINT) AS misses,
  CAST(resident_bytes AS BIGINT) AS resident_bytes
FROM (VALUES
  (0, 0, 3, 1, 2, 2, 1, 4096),
  (0, 1, 4, 3, 1, 3, 1, 4096),
  (0, 2, 4, 4, 0, 3, 1, 4096),
  (1, 0, 0, 0, 2, 0, 0, 0),
  (1, 1, 0, 0, 1, 0, 0, 0),
  (1, 2, 4, 4, 0, 3, 1, 4096),
  (2, 0, 4, 1, 3, 3, 1, 4096),
  (2, 1, 4, 4, 0, 3, 1, 4096)
) AS t (setting, file, lookups, unallocated, normal, hits, misses, resident_bytes)
