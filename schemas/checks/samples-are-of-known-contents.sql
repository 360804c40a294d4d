-- What was compressed by itself is a file of a layer, or a chunk of one, with the bytes that it has there.
WITH
sampled AS (
  SELECT DISTINCT fingerprint, bytes
  FROM content_sample
  WHERE chunker = 'file'
),
-- The few samples go to where the many copies are.
known AS (
  SELECT DISTINCT sampled.fingerprint, sampled.bytes
  FROM layer_recipe
  JOIN sampled ON sampled.fingerprint = layer_recipe.fingerprint AND sampled.bytes = layer_recipe.bytes
)
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
    FROM known
    WHERE known.fingerprint = content_sample.fingerprint
      AND content_sample.chunker = 'file'
      AND known.bytes = content_sample.bytes
  )
ORDER BY content_sample.chunker, content_sample.codec, lower(hex(content_sample.fingerprint))
LIMIT 20
