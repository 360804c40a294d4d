-- What was compressed by itself is a file of a layer, or a chunk of one, with the bytes that it has there.
SELECT
  content_sample.chunker,
  content_sample.codec,
  lower(hex(content_sample.fingerprint)) AS fingerprint,
  content_sample.bytes,
  count(*) OVER () AS total
FROM content_sample
WHERE NOT EXISTS (
    SELECT 1
    FROM file_chunk
    WHERE file_chunk.fingerprint = content_sample.fingerprint
      AND file_chunk.chunker = content_sample.chunker
      AND file_chunk.bytes = content_sample.bytes
  )
  AND NOT EXISTS (
    SELECT 1
    FROM layer_recipe
    WHERE layer_recipe.fingerprint = content_sample.fingerprint
      AND content_sample.chunker = 'file'
      AND layer_recipe.bytes = content_sample.bytes
  )
ORDER BY content_sample.chunker, content_sample.codec, lower(hex(content_sample.fingerprint))
LIMIT 20
