-- The recipe of a file's content has every piece once, each after the one before, and all of its bytes.
WITH
piece AS (
  SELECT
    chunker,
    fingerprint,
    piece,
    file_recipe.offset AS start_bytes,
    bytes,
    row_number() OVER (PARTITION BY chunker, fingerprint ORDER BY piece) - 1 AS expected_piece,
    coalesce(
      sum(bytes) OVER (
        PARTITION BY chunker, fingerprint ORDER BY piece ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
      ),
      0) AS expected_offset
  FROM file_recipe
),
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
WHERE whole.misplaced = 1 OR known.bytes IS NULL OR known.bytes <> whole.bytes
ORDER BY whole.chunker, lower(hex(whole.fingerprint))
LIMIT 20
