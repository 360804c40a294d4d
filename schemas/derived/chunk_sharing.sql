-- The definition of table chunk_sharing, one SELECT for both engines: one row per distinct chunk of published
-- snapshots. Zero chunks, and segments of zeros alone, are one row together. `varve derive` computes the same by
-- schemas/sharing, as distinct counts are too slow for many rows: Spark by folds over sorted rows, DuckDB by grouping
-- once per kind of owner. A test compares them.
WITH
-- One row per chunk of a published snapshot, repeats included.
stored_chunk_copy AS (
  SELECT segment_chunk.*
  FROM segment_chunk
  JOIN snapshot ON snapshot.vm = segment_chunk.vm AND snapshot.snapshot = segment_chunk.snapshot
),
-- One row per segment of a published snapshot that contains zeros.
zero_segment AS (
  SELECT segment.*
  FROM segment
  JOIN snapshot ON snapshot.vm = segment.vm AND snapshot.snapshot = segment.snapshot
  WHERE segment.zero_bytes > 0
)
SELECT
  fingerprint,
  false AS zero,
  min(bytes) AS bytes,
  count(*) AS copies,
  count(DISTINCT (vm, snapshot, segment)) AS segments,
  count(DISTINCT (vm, snapshot)) AS snapshots,
  count(DISTINCT vm) AS vms,
  sum(bytes) AS referenced_bytes
FROM stored_chunk_copy
WHERE NOT zero
GROUP BY fingerprint
UNION ALL
SELECT
  NULL,
  true,
  0,
  max(zero_chunk.chunks) + count(CASE WHEN zero_segment.chunks = 0 THEN 1 END),
  count(*),
  count(DISTINCT (zero_segment.vm, zero_segment.snapshot)),
  count(DISTINCT zero_segment.vm),
  sum(zero_segment.zero_bytes)
FROM zero_segment
CROSS JOIN (SELECT count(*) AS chunks FROM stored_chunk_copy WHERE zero) AS zero_chunk
HAVING count(*) > 0
