-- The files that were compressed by themselves, each once a codec, with the largest probability that it was asked for, in
-- one order. A file takes no more than its length.
SELECT
  content_sample.codec,
  coalesce(min(layer_recipe.content_type), 'data') AS content_type,
  min(content_sample.bytes) AS bytes,
  least(min(content_sample.bytes), min(content_sample.compressed_bytes)) AS compressed_bytes,
  max(content_sample.inclusion) AS inclusion
FROM content_sample
JOIN layer_recipe ON layer_recipe.fingerprint = content_sample.fingerprint
WHERE content_sample.chunker = 'file'
  AND content_sample.inclusion IS NOT NULL
  AND content_sample.bytes > 0
  AND layer_recipe.kind = 'FILE'
GROUP BY content_sample.codec, content_sample.fingerprint
ORDER BY content_sample.codec, content_sample.fingerprint
