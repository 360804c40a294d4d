-- The chunks of a piece in file_recipe have the number and the bytes that its row says, and none is empty.
WITH
-- One row per piece: sums over its chunks.
piece_total AS (
  SELECT chunker, file_fingerprint, piece, count(*) AS chunks, sum(bytes) AS bytes, min(bytes) AS least_bytes
  FROM file_chunk
  GROUP BY chunker, file_fingerprint, piece
)
SELECT
  file_recipe.chunker,
  lower(hex(file_recipe.fingerprint)) AS fingerprint,
  file_recipe.piece,
  file_recipe.chunks,
  file_recipe.bytes,
  piece_total.chunks AS counted_chunks,
  piece_total.bytes AS counted_bytes,
  piece_total.least_bytes,
  count(*) OVER () AS total
FROM file_recipe
LEFT JOIN piece_total
  ON piece_total.chunker = file_recipe.chunker
  AND piece_total.file_fingerprint = file_recipe.fingerprint
  AND piece_total.piece = file_recipe.piece
-- A piece without chunks.
WHERE piece_total.chunks IS NULL
  -- Another number of chunks than the row of the piece says.
  OR piece_total.chunks <> file_recipe.chunks
  -- Other bytes of all chunks than the length of the piece.
  OR piece_total.bytes <> file_recipe.bytes
  -- A chunk of 0 bytes or fewer.
  OR piece_total.least_bytes < 1
ORDER BY file_recipe.chunker, lower(hex(file_recipe.fingerprint)), file_recipe.piece
-- At most 20 faults are listed; column total counts all.
LIMIT 20
