-- Samples as of a moment: of files that some layer of that time contains, and of chunks of such files. They are
-- selected over views, which exist then.
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
