SELECT
  method,
  CAST(sweeps AS INT) AS sweeps,
  CAST(deletions AS BIGINT) AS deletions,
  CAST(read_references AS BIGINT) AS read_references,
  CAST(freed_bytes AS BIGINT) AS freed_bytes,
  CAST(memory_bytes AS BIGINT) AS memory_bytes,
  CAST(nanos AS BIGINT) AS nanos
FROM (VALUES
  ('mark-and-sweep', 1, 2, 900, 40, 4096, 6000),
  ('grouped-mark-and-sweep', 2, 2, 900, 40, 8192, 5000),
  ('summary', 0, 2, NULL, NULL, 64, 2000)
) AS t (method, sweeps, deletions, read_references, freed_bytes, memory_bytes, nanos)
