-- The chunks of every segment have the number, the bytes, the end and the zero bytes that its row in segment says.
-- A segment that is all zero has no rows in segment_chunk.
WITH
-- One row per segment that has chunks: sums over these.
recipe_total AS (
  SELECT
    vm,
    snapshot,
    segment,
    count(*) AS chunks,
    sum(bytes) AS bytes,
    max(segment_chunk.offset + segment_chunk.bytes) AS last_end,
    sum(CASE WHEN zero THEN bytes ELSE 0 END) AS zero_bytes
  FROM segment_chunk
  GROUP BY vm, snapshot, segment
)
SELECT
  coalesce(segment.vm, recipe_total.vm) AS vm,
  coalesce(segment.snapshot, recipe_total.snapshot) AS snapshot,
  coalesce(segment.position, recipe_total.segment) AS position,
  segment.bytes,
  recipe_total.bytes AS recipe_bytes,
  recipe_total.last_end AS recipe_end,
  segment.zero_bytes,
  recipe_total.zero_bytes AS recipe_zero_bytes,
  segment.chunks,
  recipe_total.chunks AS recipe_chunks,
  lower(hex(segment.fingerprint)) AS fingerprint,
  count(*) OVER () AS total
FROM segment
FULL OUTER JOIN recipe_total
  ON recipe_total.vm = segment.vm
  AND recipe_total.snapshot = segment.snapshot
  AND recipe_total.segment = segment.position
-- Chunks of a segment that is not in table segment.
WHERE segment.vm IS NULL
  -- Another number of chunks; 0 for a segment that is all zero.
  OR segment.chunks <> coalesce(recipe_total.chunks, 0)
  -- The bytes of all chunks must be those of the segment. Without chunks, all bytes of the segment must be zero bytes.
  OR segment.bytes <> coalesce(recipe_total.bytes, segment.zero_bytes)
  -- The last chunk must end where the segment ends.
  OR segment.bytes <> coalesce(recipe_total.last_end, segment.bytes)
  -- Zero bytes must be those of the zero chunks or, without chunks, all bytes of the segment.
  OR segment.zero_bytes <> coalesce(recipe_total.zero_bytes, segment.bytes)
  -- A segment must have a null fingerprint exactly when it has no chunks.
  OR (segment.chunks = 0) <> (segment.fingerprint IS NULL)
ORDER BY 1, 2, 3
-- At most 20 faults are listed; column total counts all.
LIMIT 20
