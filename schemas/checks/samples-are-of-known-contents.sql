-- Every content that was compressed by itself is a file of a layer or a chunk of one, with the same size.
-- A whole file has chunker 'file'.
WITH
-- Contents that were compressed as whole files.
sampled_file AS (
  SELECT DISTINCT fingerprint, bytes
  FROM content_sample
  WHERE chunker = 'file'
),
-- The sampled files that a layer contains. Joined here, where Spark can send the few samples to every task, instead
-- of moving the many entries.
layer_file AS (
  SELECT DISTINCT sampled_file.fingerprint, sampled_file.bytes
  FROM layer_recipe
  JOIN sampled_file ON sampled_file.fingerprint = layer_recipe.fingerprint AND sampled_file.bytes = layer_recipe.bytes
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
    FROM layer_file
    WHERE layer_file.fingerprint = content_sample.fingerprint
      AND content_sample.chunker = 'file'
      AND layer_file.bytes = content_sample.bytes
  )
ORDER BY content_sample.chunker, content_sample.codec, lower(hex(content_sample.fingerprint))
-- At most 20 faults are listed; column total counts all.
LIMIT 20
