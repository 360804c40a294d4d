-- Copies and referenced bytes of chunk_sharing add up to those of all segments; zero data is at most one row.
-- Finds nothing while chunk_sharing is empty: verb derive has not run, or the table is out of date and read as empty.
WITH
shared AS (
  SELECT
    count(*) AS fingerprints,
    sum(CASE WHEN zero THEN 1 ELSE 0 END) AS zero_rows,
    coalesce(sum(CASE WHEN zero THEN referenced_bytes END), 0) AS zero_bytes,
    coalesce(sum(referenced_bytes), 0) AS bytes,
    coalesce(sum(copies), 0) AS copies
  FROM chunk_sharing
),
stored AS (
  SELECT
    coalesce(sum(bytes), 0) AS bytes,
    coalesce(sum(zero_bytes), 0) AS zero_bytes,
    -- A segment that is all zero has 0 chunks, and counts as one copy of zero data.
    coalesce(sum(CASE WHEN chunks = 0 THEN 1 ELSE chunks END), 0) AS copies
  FROM segment
)
SELECT
  shared.fingerprints,
  shared.copies,
  stored.copies AS segment_copies,
  shared.bytes,
  stored.bytes AS segment_bytes,
  shared.zero_bytes,
  stored.zero_bytes AS segment_zero_bytes,
  1 AS total
FROM shared
CROSS JOIN stored
-- Without rows there is nothing to check.
WHERE shared.fingerprints > 0
  AND (
    -- More than one row of zero data.
    shared.zero_rows > 1
    -- Other copies than the segments have chunks.
    OR shared.copies <> stored.copies
    -- Other bytes of all copies than the segments have.
    OR shared.bytes <> stored.bytes
    -- Other bytes of zero data than the segments have.
    OR shared.zero_bytes <> stored.zero_bytes
  )
