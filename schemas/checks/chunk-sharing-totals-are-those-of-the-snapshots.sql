-- Copies and referenced bytes of chunk_sharing add up to those of all segments; zero data is at most one row.
-- Finds nothing while chunk_sharing is empty: verb derive has not run, or the table is out of date and read as empty.
WITH
-- One row: sums over table chunk_sharing.
chunk_total AS (
  SELECT
    count(*) AS fingerprints,
    sum(CASE WHEN zero THEN 1 ELSE 0 END) AS zero_rows,
    coalesce(sum(CASE WHEN zero THEN referenced_bytes END), 0) AS zero_bytes,
    coalesce(sum(referenced_bytes), 0) AS bytes,
    coalesce(sum(copies), 0) AS copies
  FROM chunk_sharing
),
-- One row: sums over table segment.
segment_total AS (
  SELECT
    coalesce(sum(bytes), 0) AS bytes,
    coalesce(sum(zero_bytes), 0) AS zero_bytes,
    -- A segment that is all zero has 0 chunks, and counts as one copy of zero data.
    coalesce(sum(CASE WHEN chunks = 0 THEN 1 ELSE chunks END), 0) AS copies
  FROM segment
)
SELECT
  chunk_total.fingerprints,
  chunk_total.copies,
  segment_total.copies AS segment_copies,
  chunk_total.bytes,
  segment_total.bytes AS segment_bytes,
  chunk_total.zero_bytes,
  segment_total.zero_bytes AS segment_zero_bytes,
  1 AS total
FROM chunk_total
CROSS JOIN segment_total
-- Without rows there is nothing to check.
WHERE chunk_total.fingerprints > 0
  AND (
    -- More than one row of zero data.
    chunk_total.zero_rows > 1
    -- Other copies than the segments have chunks.
    OR chunk_total.copies <> segment_total.copies
    -- Other bytes of all copies than the segments have.
    OR chunk_total.bytes <> segment_total.bytes
    -- Other bytes of zero data than the segments have.
    OR chunk_total.zero_bytes <> segment_total.zero_bytes
  )
