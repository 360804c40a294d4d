-- In each row of content_dedup, unique_bytes <= unique_file_bytes <= bytes <= file_bytes.
-- file_bytes is of all files of the layers, and bytes of those that the chunker cut. unique_file_bytes is of the
-- distinct files that it cut, and unique_bytes of their distinct chunks.
SELECT
  scope,
  subject,
  chunker,
  file_bytes,
  bytes,
  unique_file_bytes,
  unique_bytes,
  unique_files,
  files,
  unique_chunks,
  listed_chunks,
  chunks,
  samples,
  sample_bytes,
  sample_compressed_bytes,
  count(*) OVER () AS total
FROM content_dedup
-- unique_bytes <= unique_file_bytes <= bytes <= file_bytes must hold.
WHERE unique_bytes > unique_file_bytes
  OR unique_file_bytes > bytes
  OR bytes > file_bytes
  -- There must be: distinct chunks <= chunks of the distinct files <= chunks of all copies of files.
  OR unique_chunks > listed_chunks
  OR listed_chunks > chunks
  -- There must be: distinct files <= all files <= all chunks, as every file has at least one chunk.
  OR unique_files > files
  OR files > chunks
  -- More samples than distinct chunks. Of whole files a sample is a piece, of which a file can have many.
  OR (chunker <> 'file' AND samples > unique_chunks)
  -- The samples are larger than what they were drawn from.
  OR sample_bytes > unique_bytes
  -- Samples are longer compressed than uncompressed; one that grows counts with its length uncompressed.
  OR sample_compressed_bytes > sample_bytes
  -- With chunker 'file' a whole file must be one chunk, and no file may be left out.
  OR (chunker = 'file' AND (bytes <> file_bytes OR files <> chunks OR unique_bytes <> unique_file_bytes))
ORDER BY scope, subject, chunker
-- At most 20 faults are listed; column total counts all.
LIMIT 20
