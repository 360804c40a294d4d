SELECT
  CAST(update_number AS INT) AS update_number,
  chunker,
  CAST(new_chunks AS BIGINT) AS new_chunks,
  CAST(new_chunk_bytes AS BIGINT) AS new_chunk_bytes
FROM (VALUES
  (2, 'fixed-4k', 1, 64)
) AS t (update_number, chunker, new_chunks, new_chunk_bytes)
