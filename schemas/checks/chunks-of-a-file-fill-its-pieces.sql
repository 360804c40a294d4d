-- The chunks of a piece of a file have bytes, and are as many and as long together as the piece says.
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
WHERE summed.chunks IS NULL
  OR summed.chunks <> file_recipe.chunks
  OR summed.bytes <> file_recipe.bytes
  OR summed.least_bytes < 1
ORDER BY file_recipe.chunker, lower(hex(file_recipe.fingerprint)), file_recipe.piece
LIMIT 20
