-- Every content that was compressed by itself is a file of a layer or a chunk of one, with the same size.
-- A whole file has chunker 'file'.
WITH
sampled AS (
  SELECT DISTINCT fingerprint, bytes
  FROM content_sample
  WHERE chunker = 'file'
),
-- The sampled files that a layer contains. Joined here, where Spark can send the few samples to every task, instead
-- of moving the many entries.
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
-- No chunk of a file by this chunker has this fingerprint and size.
WHERE NOT EXISTS (
    SELECT 1
    FROM file_chunk
    WHERE file_chunk.fingerprint = content_sample.fingerprint
      AND file_chunk.chunker = content_sample.chunker
      AND file_chunk.bytes = content_sample.bytes
  )
  -- No whole file has them either.
  AND NOT EXISTS (
    SELECT 1
    FROM known
    WHERE known.fingerprint = content_sample.fingerprint
      AND content_sample.chunker = 'file'
      AND known.bytes = content_sample.bytes
  )
ORDER BY content_sample.chunker, content_sample.codec, lower(hex(content_sample.fingerprint))
-- At most 20 faults are listed; column total counts all.
LIMIT 20
