-- The chunks of a piece in file_recipe have the number and the bytes that its row says, and none is empty.
WITH
summed AS (
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
  summed.chunks AS counted_chunks,
  summed.bytes AS counted_bytes,
  summed.least_bytes,
  count(*) OVER () AS total
FROM file_recipe
LEFT JOIN summed
  ON summed.chunker = file_recipe.chunker
  AND summed.file_fingerprint = file_recipe.fingerprint
  AND summed.piece = file_recipe.piece
-- A piece without chunks.
WHERE summed.chunks IS NULL
  -- Another number of chunks than the row of the piece says.
  OR summed.chunks <> file_recipe.chunks
  -- Other bytes of all chunks than the length of the piece.
  OR summed.bytes <> file_recipe.bytes
  -- A chunk of 0 bytes or fewer.
  OR summed.least_bytes < 1
ORDER BY file_recipe.chunker, lower(hex(file_recipe.fingerprint)), file_recipe.piece
-- At most 20 faults are listed; column total counts all.
LIMIT 20
