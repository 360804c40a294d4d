SELECT
  chunker, 'sha1' AS fingerprint, CAST(4 AS BIGINT) AS snapshots, CAST(370 AS BIGINT) AS bytes,
  CAST(zero_bytes AS BIGINT) AS zero_bytes, CAST(chunks AS BIGINT) AS chunks, CAST(chunk_bytes AS BIGINT) AS chunk_bytes,
  CAST(unique_chunks AS BIGINT) AS unique_chunks, CAST(unique_bytes AS BIGINT) AS unique_bytes,
  CAST(cpu_nanos AS BIGINT) AS cpu_nanos, CAST(cut_bytes AS BIGINT) AS cut_bytes
FROM (VALUES ('fastcdc-v1-4k', 70, 12, 300, 5, 150, 1000, 370), ('fixed-4k', 370, 0, 0, 0, 0, 0, 0))
  AS t (chunker, zero_bytes, chunks, chunk_bytes, unique_chunks, unique_bytes, cpu_nanos, cut_bytes)
