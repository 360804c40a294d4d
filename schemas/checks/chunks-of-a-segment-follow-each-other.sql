-- The chunks of a segment have positions 0, 1, ... n - 1, and each chunk begins where the chunk before it ends.
WITH
-- One row per chunk, with the place that it must have.
placed_chunk AS (
  SELECT
    vm,
    snapshot,
    segment,
    position,
    segment_chunk.offset AS begins,
    bytes,
    -- Where the chunk ends, if every chunk follows the one before it without a gap or an overlap.
    sum(bytes) OVER (PARTITION BY vm, snapshot, segment ORDER BY position ROWS UNBOUNDED PRECEDING) AS ends,
    row_number() OVER (PARTITION BY vm, snapshot, segment ORDER BY position) AS place
  FROM segment_chunk
)
SELECT
  vm, snapshot, segment, position, place - 1 AS expected_position, begins, bytes, ends AS expected_end,
  count(*) OVER () AS total
FROM placed_chunk
-- A position is missing or doubled.
WHERE position <> place - 1
  -- The chunk ends elsewhere.
  OR begins + bytes <> ends
  -- The chunk has no bytes.
  OR bytes <= 0
ORDER BY vm, snapshot, segment, position
-- At most 20 faults are listed; column total counts all.
LIMIT 20
