-- The one row of zero data in table chunk_sharing (see tables/chunk_sharing.sql); no row if there is none.
WITH
-- One row per segment of a published snapshot that contains zeros.
zero_segment AS (
  SELECT segment.vm, segment.snapshot, segment.position, segment.zero_bytes
  FROM segment
  JOIN snapshot ON snapshot.vm = segment.vm AND snapshot.snapshot = segment.snapshot
  WHERE segment.zero_bytes > 0
),
-- One row: the chunks that are zero, repeats included.
zero_chunk AS (
  SELECT count(*) AS chunks
  FROM segment_chunk
  JOIN snapshot ON snapshot.vm = segment_chunk.vm AND snapshot.snapshot = segment_chunk.snapshot
  WHERE segment_chunk.zero
),
-- One row: the segments of zeros alone, which have no chunks.
empty_segment AS (
  SELECT count(*) AS segments
  FROM segment
  JOIN snapshot ON snapshot.vm = segment.vm AND snapshot.snapshot = segment.snapshot
  WHERE segment.chunks = 0
)
SELECT
  CAST(NULL AS BINARY) AS fingerprint,
  true AS zero,
  0 AS bytes,
  max(zero_chunk.chunks) + max(empty_segment.segments) AS copies,
  count(*) AS segments,
  count(DISTINCT (zero_segment.vm, zero_segment.snapshot)) AS snapshots,
  count(DISTINCT zero_segment.vm) AS vms,
  sum(zero_segment.zero_bytes) AS referenced_bytes
FROM zero_segment
CROSS JOIN zero_chunk
CROSS JOIN empty_segment
HAVING count(*) > 0
