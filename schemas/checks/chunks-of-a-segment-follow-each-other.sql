-- The chunks of a segment have the positions 0, 1, ... n - 1, and each begins where the one before ends: the offsets are
-- the sums of what precedes, so that their sum is known.
WITH
chunk AS (
  SELECT
    vm,
    snapshot,
    segment,
    position,
    segment_chunk.offset AS begins,
    bytes,
    sum(bytes) OVER (PARTITION BY vm, snapshot, segment ORDER BY position ROWS UNBOUNDED PRECEDING) AS ends,
    row_number() OVER (PARTITION BY vm, snapshot, segment ORDER BY position) AS place
  FROM segment_chunk
)
SELECT vm, snapshot, segment, position, begins, bytes, count(*) OVER () AS total
FROM chunk
WHERE position <> place - 1 OR begins + bytes <> ends OR bytes <= 0
ORDER BY vm, snapshot, segment, position
LIMIT 20
