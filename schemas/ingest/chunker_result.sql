-- The result of each chunker over the disks that were read completely. Chunks arrive counted by task and disk.
WITH
good_sum AS (
  SELECT found_sum.*
  FROM found_sum
  ANTI JOIN found_rejection
    ON found_rejection.vm = found_sum.vm AND found_rejection.snapshot = found_sum.snapshot
),
content AS (
  SELECT found_chunk.chunker, found_chunk.key, max(found_chunk.bytes) AS bytes, sum(found_chunk.copies) AS copies
  FROM found_chunk
  ANTI JOIN found_rejection
    ON found_rejection.vm = found_chunk.vm AND found_rejection.snapshot = found_chunk.snapshot
  GROUP BY found_chunk.chunker, found_chunk.key
),
chunks AS (
  SELECT
    chunker,
    sum(copies) AS chunks,
    sum(copies * bytes) AS chunk_bytes,
    count(*) AS unique_chunks,
    sum(bytes) AS unique_bytes
  FROM content
  GROUP BY chunker
)
SELECT
  good_sum.chunker,
  count(DISTINCT good_sum.vm, good_sum.snapshot) AS snapshots,
  sum(good_sum.bytes) AS bytes,
  sum(good_sum.zero_bytes) AS zero_bytes,
  coalesce(max(chunks.chunks), 0) AS chunks,
  coalesce(max(chunks.chunk_bytes), 0) AS chunk_bytes,
  coalesce(max(chunks.unique_chunks), 0) AS unique_chunks,
  CAST(coalesce(max(chunks.unique_bytes), 0) AS BIGINT) AS unique_bytes,
  sum(good_sum.cpu_nanos) AS cpu_nanos,
  sum(good_sum.cut_bytes) AS cut_bytes
FROM good_sum
LEFT JOIN chunks ON chunks.chunker = good_sum.chunker
GROUP BY good_sum.chunker
