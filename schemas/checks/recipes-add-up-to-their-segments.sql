-- The chunks of every segment are as many as it says, end where it ends, and have its zero bytes; a segment without a
-- recipe is all zero; and every recipe has a segment.
WITH
recipe AS (
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
  coalesce(segment.vm, recipe.vm) AS vm,
  coalesce(segment.snapshot, recipe.snapshot) AS snapshot,
  coalesce(segment.position, recipe.segment) AS position,
  segment.bytes,
  recipe.bytes AS recipe_bytes,
  segment.zero_bytes,
  recipe.zero_bytes AS recipe_zero_bytes,
  segment.chunks,
  recipe.chunks AS recipe_chunks,
  count(*) OVER () AS total
FROM segment
FULL OUTER JOIN recipe
  ON recipe.vm = segment.vm AND recipe.snapshot = segment.snapshot AND recipe.segment = segment.position
WHERE segment.vm IS NULL
  OR segment.chunks <> coalesce(recipe.chunks, 0)
  OR segment.bytes <> coalesce(recipe.bytes, segment.zero_bytes)
  OR segment.bytes <> coalesce(recipe.last_end, segment.bytes)
  OR segment.zero_bytes <> coalesce(recipe.zero_bytes, segment.bytes)
  OR (segment.chunks = 0) <> (segment.fingerprint IS NULL)
ORDER BY 1, 2, 3
LIMIT 20
