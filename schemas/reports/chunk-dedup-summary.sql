-- How much would deduplication of chunks save on the disks' snapshots?
-- All references of all published snapshots. Zero data stands apart: `zero` is what needs no store at all, the other
-- lines are without it, but for `disks`, which is every byte. `dedup` keeps each distinct chunk once, global and exact;
-- nothing is compressed. savings_ratio = 1 - bytes / baseline_bytes, fold = baseline_bytes / bytes, the baseline is named.
--
-- subject: snapshots
-- first: mode things bytes savings_ratio fold baseline
WITH
total AS (
  SELECT
    CAST(coalesce(sum(CASE WHEN zero THEN 0 ELSE copies END), 0) AS BIGINT) AS chunks,
    CAST(coalesce(sum(CASE WHEN zero THEN 0 ELSE referenced_bytes END), 0) AS BIGINT) AS chunk_bytes,
    CAST(coalesce(sum(CASE WHEN zero THEN 0 ELSE 1 END), 0) AS BIGINT) AS unique_chunks,
    CAST(coalesce(sum(CASE WHEN zero THEN 0 ELSE bytes END), 0) AS BIGINT) AS unique_bytes,
    CAST(coalesce(sum(CASE WHEN zero THEN copies ELSE 0 END), 0) AS BIGINT) AS zero_chunks,
    CAST(coalesce(sum(CASE WHEN zero THEN referenced_bytes ELSE 0 END), 0) AS BIGINT) AS zero_bytes
  FROM chunk_sharing
),
line AS (
  SELECT
    1 AS place, 'disks' AS mode, chunks + zero_chunks AS things, chunks + zero_chunks AS baseline_things,
    chunk_bytes + zero_bytes AS bytes, 'disk bytes' AS baseline, chunk_bytes + zero_bytes AS baseline_bytes
  FROM total
  UNION ALL
  SELECT 2, 'zero', zero_chunks, chunks + zero_chunks, zero_bytes, 'disk bytes', chunk_bytes + zero_bytes FROM total
  UNION ALL
  SELECT 3, 'without zero', chunks, chunks + zero_chunks, chunk_bytes, 'disk bytes', chunk_bytes + zero_bytes FROM total
  UNION ALL
  SELECT 4, 'dedup', unique_chunks, chunks, unique_bytes, 'data bytes', chunk_bytes FROM total
  UNION ALL
  SELECT
    5, 'dedup without zero', unique_chunks, chunks + zero_chunks, unique_bytes, 'disk bytes', chunk_bytes + zero_bytes
  FROM total
)
SELECT
  mode,
  things,
  baseline_things,
  bytes,
  baseline,
  baseline_bytes,
  1 - CAST(bytes AS DOUBLE) / nullif(CAST(baseline_bytes AS DOUBLE), 0) AS savings_ratio,
  CAST(baseline_bytes AS DOUBLE) / nullif(CAST(bytes AS DOUBLE), 0) AS fold
FROM line
ORDER BY place
