-- Samples of contents as of a moment: those of files and chunks of files that a layer of that time contains. Views
-- layer_recipe and file_chunk have the state of the moment.
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
