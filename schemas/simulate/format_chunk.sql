-- Distinct chunks of files, grouped by the set of layers that contain them: one row per set. The chunker is the one
-- with the fewest unique bytes, of those that cut every file of all layers. If no chunker cut every file, there are no
-- rows. bytes are uncompressed.
WITH
-- No row if no chunker cut every file.
best_chunker AS (
  SELECT chunker, compressed_ratio, compressed_ratio_deviation
  FROM content_dedup
  WHERE scope = 'layers' AND chunker <> 'file' AND bytes = file_bytes
  ORDER BY unique_bytes, chunker
  LIMIT 1
),
-- One row per layer and distinct content of its files, empty files left out.
layer_content AS (
  SELECT DISTINCT layer_recipe.fingerprint, layer_number.layer_number
  FROM layer_recipe
  JOIN layer_number ON layer_number.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE' AND layer_recipe.bytes > 0
),
-- One row per distinct chunk, with the sorted numbers of the layers that contain it.
layered_chunk AS (
  SELECT
    file_chunk.fingerprint,
    min(file_chunk.bytes) AS bytes,
    array_sort(array_agg(DISTINCT layer_content.layer_number)) AS layers
  FROM file_chunk
  JOIN best_chunker ON best_chunker.chunker = file_chunk.chunker
  JOIN layer_content ON layer_content.fingerprint = file_chunk.file_fingerprint
  GROUP BY file_chunk.fingerprint
)
SELECT
  CAST(row_number() OVER (ORDER BY layered_chunk.layers) AS INT) AS part,
  best_chunker.chunker,
  layered_chunk.layers,
  count(*) AS chunks,
  CAST(sum(layered_chunk.bytes) AS DOUBLE) AS bytes,
  best_chunker.compressed_ratio,
  best_chunker.compressed_ratio_deviation / nullif(best_chunker.compressed_ratio, 0) AS deviation
FROM layered_chunk
CROSS JOIN best_chunker
GROUP BY
  best_chunker.chunker, layered_chunk.layers, best_chunker.compressed_ratio, best_chunker.compressed_ratio_deviation
