-- Entries of layers, each with the compression and sizes of its layer. chunks is how many chunks `chunker` cut the
-- entry's content into; null where it was not cut.
WITH
-- One row per content that the chunker cut.
content_cut AS (
  SELECT fingerprint, CAST(sum(chunks) AS BIGINT) AS chunks FROM file_recipe WHERE chunker = :chunker GROUP BY fingerprint
)
SELECT
  layer_recipe.*,
  layer.compression AS layer_compression,
  layer.compressed_bytes AS layer_bytes,
  layer.archive_bytes AS layer_archive_bytes,
  content_cut.chunks
FROM layer_recipe
JOIN layer ON layer.layer_digest = layer_recipe.layer_digest
LEFT JOIN content_cut ON content_cut.fingerprint = layer_recipe.fingerprint
