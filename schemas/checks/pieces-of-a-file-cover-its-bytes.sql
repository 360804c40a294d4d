-- The pieces of a file in file_recipe have numbers 0, 1, ... n - 1, follow each other, and have all of its bytes.
WITH
-- One row per piece, with the number and the offset that it must have.
expected_piece AS (
  SELECT
    chunker,
    fingerprint,
    piece,
    file_recipe.offset AS start_bytes,
    bytes,
    -- The number that the piece must have.
    row_number() OVER (PARTITION BY chunker, fingerprint ORDER BY piece) - 1 AS expected_piece,
    -- The offset that the piece must have: the bytes of all pieces before it.
    coalesce(
      sum(bytes) OVER (
        PARTITION BY chunker, fingerprint ORDER BY piece ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
      ),
      0) AS expected_offset
  FROM file_recipe
),
-- One row per content that a FILE row of a layer has: its size.
layer_content AS (
  SELECT fingerprint, max(bytes) AS bytes
  FROM layer_recipe
  WHERE kind = 'FILE'
  GROUP BY fingerprint
),
-- One row per content and chunker: sums over its pieces.
recipe_total AS (
  SELECT
    chunker,
    fingerprint,
    sum(bytes) AS bytes,
    max(CASE WHEN piece <> expected_piece OR start_bytes <> expected_offset THEN 1 ELSE 0 END) AS misplaced
  FROM expected_piece
  GROUP BY chunker, fingerprint
)
SELECT
  recipe_total.chunker,
  lower(hex(recipe_total.fingerprint)) AS fingerprint,
  recipe_total.misplaced = 1 AS misplaced,
  recipe_total.bytes,
  layer_content.bytes AS file_bytes,
  count(*) OVER () AS total
FROM recipe_total
LEFT JOIN layer_content ON layer_content.fingerprint = recipe_total.fingerprint
-- A piece has another number or offset than expected.
WHERE recipe_total.misplaced = 1
  -- The content is in no layer.
  OR layer_content.bytes IS NULL
  -- The content has another size.
  OR layer_content.bytes <> recipe_total.bytes
ORDER BY recipe_total.chunker, lower(hex(recipe_total.fingerprint))
-- At most 20 faults are listed; column total counts all.
LIMIT 20
