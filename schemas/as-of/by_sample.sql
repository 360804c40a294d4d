-- Samples of files that some layer contained, and of their chunks. Over views, so made after them.
SELECT every.*
FROM /* every */ content_sample AS every
WHERE
  (
    every.chunker = 'file'
    AND every.fingerprint IN (SELECT layer_recipe.fingerprint FROM layer_recipe WHERE layer_recipe.kind = 'FILE')
  )
  OR EXISTS (
    SELECT 1
    FROM file_chunk
    WHERE file_chunk.chunker = every.chunker AND file_chunk.fingerprint = every.fingerprint
  )
