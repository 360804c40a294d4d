-- Copies and bytes of chunk_sharing add up to those of the snapshots, zero data to their zero bytes, in one row.
-- Finds nothing while chunk_sharing is empty: derive has not run, or the table is older than what it is derived from.
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
WHERE shared.fingerprints > 0
  AND (
    shared.zero_rows > 1
    OR shared.copies <> stored.copies
    OR shared.bytes <> stored.bytes
    OR shared.zero_bytes <> stored.zero_bytes
  )
