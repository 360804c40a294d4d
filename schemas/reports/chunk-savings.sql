-- What would formats that deduplicate chunks save over those that deduplicate files, less the index that they need?
-- One row per set of layers, chunker and kind of index, for layers that were ingested with --chunks. The sets (scope,
-- subject) are all layers, each once; all images; and those of each category. In sets of images each image is put
-- together by itself, so a layer counts as often as images list it. Counted are files that have chunks by the chunker.
-- Columns compressed_ and net_ are ESTIMATES from samples, as in compression-against-dedup: each distinct file, and
-- each distinct chunk, compressed by itself.
--
-- subject: registry
-- first: scope subject chunker format dedup_savings_ratio net_savings_bytes net_savings_low_bytes net_savings_high_bytes
WITH
-- One row per set of layers and chunker that cut their files. half is half the width of the interval of the
-- savings.
chunked_set AS (
  SELECT
    chunked.scope,
    chunked.subject,
    chunked.chunker,
    chunked.unique_file_bytes,
    chunked.unique_bytes,
    chunked.chunks,
    chunked.unique_chunks,
    chunked.unique_files,
    chunked.files,
    chunked.bytes / nullif(chunked.file_bytes, 0) AS covered,
    chunked.unique_file_bytes * whole.compressed_ratio AS compressed_files,
    chunked.unique_bytes * chunked.compressed_ratio AS compressed_chunks,
    -- The samples of files and of chunks are independent, so their variances add up; 2.575829 is for 99 %.
    2.575829E0 * sqrt(
      power(chunked.unique_file_bytes * whole.compressed_ratio_deviation, 2)
      + power(chunked.unique_bytes * chunked.compressed_ratio_deviation, 2)
    ) AS half
  FROM content_dedup AS chunked
  JOIN content_dedup AS whole
    ON whole.scope = chunked.scope AND whole.subject = chunked.subject AND whole.chunker = 'file'
  WHERE chunked.chunker <> 'file' AND chunked.scope <> 'image'
),
-- One row per format: the length of an entry of its index. is_distinct formats list each distinct chunk once,
-- others each chunk of each file.
index_entry AS (
  SELECT subject AS format, figure = 'bytes of a distinct chunk' AS is_distinct, CAST(value AS BIGINT) AS entry_bytes
  FROM published_dedup
  WHERE report = 'chunk-savings'
),
-- One row per set, chunker and format.
indexed_set AS (
  SELECT
    chunked_set.*,
    index_entry.format,
    index_entry.entry_bytes,
    index_entry.entry_bytes
      * CASE WHEN index_entry.is_distinct THEN chunked_set.unique_chunks - chunked_set.unique_files
        ELSE chunked_set.chunks - chunked_set.files END
      AS index_bytes
  FROM chunked_set
  CROSS JOIN index_entry
)
SELECT
  scope,
  subject,
  chunker,
  format,
  covered AS covered_ratio,
  unique_file_bytes,
  unique_bytes,
  -- dedup_savings_bytes: distinct files less distinct chunks, uncompressed.
  unique_file_bytes - unique_bytes AS dedup_savings_bytes,
  1 - unique_bytes / nullif(unique_file_bytes, 0) AS dedup_savings_ratio,
  chunks,
  unique_chunks,
  CAST(round(compressed_files, 0) AS BIGINT) AS compressed_file_bytes,
  CAST(round(compressed_chunks, 0) AS BIGINT) AS compressed_chunk_bytes,
  -- compressed_savings_bytes: may be negative, as small chunks compress worse than files.
  CAST(round(compressed_files - compressed_chunks, 0) AS BIGINT) AS compressed_savings_bytes,
  -- index_entry_bytes: what an entry takes, by view published_dedup: nydus and casync list every chunk of every file,
  --   lookup has each distinct chunk once.
  entry_bytes AS index_entry_bytes,
  -- index_bytes: the index of chunks, less one of whole files with entries as long.
  index_bytes,
  -- net_savings_bytes: compressed_savings_bytes - index_bytes.
  CAST(round(compressed_files - compressed_chunks - index_bytes, 0) AS BIGINT) AS net_savings_bytes,
  -- net_savings_ratio: of the compressed distinct files.
  (compressed_files - compressed_chunks - index_bytes) / nullif(compressed_files, 0) AS net_savings_ratio,
  -- net_savings_low_bytes: from here to net_savings_high_bytes is the 99 % interval, by the normal approximation: where
  --   0 is within, the samples do not show which.
  CAST(round(compressed_files - compressed_chunks - index_bytes - half, 0) AS BIGINT) AS net_savings_low_bytes,
  CAST(round(compressed_files - compressed_chunks - index_bytes + half, 0) AS BIGINT) AS net_savings_high_bytes
FROM indexed_set
ORDER BY CASE scope WHEN 'layers' THEN 0 WHEN 'images' THEN 1 ELSE 2 END, subject, chunker, entry_bytes, format
