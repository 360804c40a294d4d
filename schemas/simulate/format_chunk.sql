-- Distinct chunks of files, grouped by the set of layers that contain them: one row per set. The chunker is the one
-- with the fewest unique bytes, of those that cut every file of all layers. If no chunker cut every file, there are no
-- rows. bytes are uncompressed.
WITH
best AS (
  SELECT chunker, compressed_ratio, compressed_ratio_deviation
  FROM content_dedup
  WHERE scope = 'layers' AND chunker <> 'file' AND bytes = file_bytes
  ORDER BY unique_bytes, chunker
  LIMIT 1
),
content AS (
  SELECT DISTINCT layer_recipe.fingerprint, layer_number.layer_number
  FROM layer_recipe
  JOIN layer_number ON layer_number.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE' AND layer_recipe.bytes > 0
),
chunk AS (
  SELECT
    file_chunk.fingerprint,
    min(file_chunk.bytes) AS bytes,
    array_sort(array_agg(DISTINCT content.layer_number)) AS layers
  FROM file_chunk
  JOIN best ON best.chunker = file_chunk.chunker
  JOIN content ON content.fingerprint = file_chunk.file_fingerprint
  GROUP BY file_chunk.fingerprint
)
SELECT
  CAST(row_number() OVER (ORDER BY chunk.layers) AS INT) AS part,
  best.chunker,
  chunk.layers,
  count(*) AS chunks,
  CAST(sum(chunk.bytes) AS DOUBLE) AS bytes,
  best.compressed_ratio,
  best.compressed_ratio_deviation / nullif(best.compressed_ratio, 0) AS deviation
FROM chunk
CROSS JOIN best
GROUP BY best.chunker, chunk.layers, best.compressed_ratio, best.compressed_ratio_deviation
