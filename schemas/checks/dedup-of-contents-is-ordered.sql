-- Distinct chunks have at most the bytes of the distinct files, these those of all files that were cut, these those of all
-- files of the layers; whole files are all of them.
SELECT
  scope,
  subject,
  chunker,
  file_bytes,
  bytes,
  unique_file_bytes,
  unique_bytes,
  files,
  chunks,
  listed_chunks,
  unique_chunks,
  samples,
  count(*) OVER () AS total
FROM content_dedup
WHERE unique_bytes > unique_file_bytes
  OR unique_file_bytes > bytes
  OR bytes > file_bytes
  OR unique_chunks > listed_chunks
  OR listed_chunks > chunks
  OR unique_files > files
  OR files > chunks
  OR (chunker <> 'file' AND samples > unique_chunks)
  OR sample_bytes > unique_bytes
  OR sample_compressed_bytes > sample_bytes
  OR (chunker = 'file' AND (bytes <> file_bytes OR files <> chunks OR unique_bytes <> unique_file_bytes))
ORDER BY scope, subject, chunker
LIMIT 20
