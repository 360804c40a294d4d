-- The pieces of a file in file_recipe have numbers 0, 1, ... n - 1, follow each other, and have all of its bytes.
WITH
piece AS (
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
-- Sizes of the contents that a FILE row of a layer has.
known AS (
  SELECT fingerprint, max(bytes) AS bytes
  FROM layer_recipe
  WHERE kind = 'FILE'
  GROUP BY fingerprint
),
whole AS (
  SELECT
    chunker,
    fingerprint,
    sum(bytes) AS bytes,
    max(CASE WHEN piece <> expected_piece OR start_bytes <> expected_offset THEN 1 ELSE 0 END) AS misplaced
  FROM piece
  GROUP BY chunker, fingerprint
)
SELECT
  whole.chunker,
  lower(hex(whole.fingerprint)) AS fingerprint,
  whole.misplaced = 1 AS misplaced,
  whole.bytes,
  known.bytes AS file_bytes,
  count(*) OVER () AS total
FROM whole
LEFT JOIN known ON known.fingerprint = whole.fingerprint
-- A piece has another number or offset, the content is in no layer, or its size is another one.
WHERE whole.misplaced = 1 OR known.bytes IS NULL OR known.bytes <> whole.bytes
ORDER BY whole.chunker, lower(hex(whole.fingerprint))
-- At most 20 faults are listed; column total counts all.
LIMIT 20
