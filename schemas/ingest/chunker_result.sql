-- Table chunker_result: one row per chunker, over the disks that were read without a fault. View new_sum has a row per
-- task, disk and chunker, and new_chunk one per chunk of these, with its copies.
-- Reads:
--   new_rejection: the snapshots that this run cannot use (snapshot_rejection.sql).
WITH
-- Rows of view new_sum of disks that were read without a fault.
good_sum AS (
  SELECT new_sum.*
  FROM new_sum
  ANTI JOIN new_rejection
    ON new_rejection.vm = new_sum.vm AND new_rejection.snapshot = new_sum.snapshot
),
-- One row per chunker and distinct chunk of these disks.
chunk_content AS (
  SELECT new_chunk.chunker, new_chunk.key, max(new_chunk.bytes) AS bytes, sum(new_chunk.copies) AS copies
  FROM new_chunk
  ANTI JOIN new_rejection
    ON new_rejection.vm = new_chunk.vm AND new_rejection.snapshot = new_chunk.snapshot
  GROUP BY new_chunk.chunker, new_chunk.key
),
-- One row per chunker.
chunk_total AS (
  SELECT
    chunker,
    sum(copies) AS chunks,
    sum(copies * bytes) AS chunk_bytes,
    count(*) AS unique_chunks,
    sum(bytes) AS unique_bytes
  FROM chunk_content
  GROUP BY chunker
)
SELECT
  good_sum.chunker,
  count(DISTINCT (good_sum.vm, good_sum.snapshot)) AS snapshots,
  sum(good_sum.bytes) AS bytes,
  sum(good_sum.zero_bytes) AS zero_bytes,
  coalesce(max(chunk_total.chunks), 0) AS chunks,
  coalesce(max(chunk_total.chunk_bytes), 0) AS chunk_bytes,
  coalesce(max(chunk_total.unique_chunks), 0) AS unique_chunks,
  coalesce(max(chunk_total.unique_bytes), 0) AS unique_bytes,
  sum(good_sum.cpu_nanos) AS cpu_nanos,
  sum(good_sum.cut_bytes) AS cut_bytes,
  :fingerprint AS fingerprint
FROM good_sum
LEFT JOIN chunk_total ON chunk_total.chunker = good_sum.chunker
GROUP BY good_sum.chunker
