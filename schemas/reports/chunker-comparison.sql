-- What do the chunkers make of the same disks, and how fast?
-- From `ingest snapshots --compare-chunkers`. chunks are those that are not zero, repeats counted; zero_ratio is zero
-- bytes of all bytes, by chunk: content-defined chunks find other zeros than fixed ones. dedup_ratio = 1 - unique /
-- chunk bytes, without zeros. Chunks with the same first eight bytes of the fingerprint count as duplicates.
-- bytes_per_second is cutting and fingerprinting on one core, by processor time, without reading; holes of an image do
-- not count.
--
-- figures: fingerprint text
-- subject: snapshots
-- first: chunker bytes mean_bytes dedup_ratio fold bytes_per_second
-- chart: points x=bytes_per_second y=dedup_ratio series=chunker log=x; What chunkers save against their speed
SELECT
  chunker,
  fingerprint,
  snapshots,
  bytes,
  chunks,
  chunk_bytes / nullif(chunks, 0) AS mean_bytes,
  unique_chunks,
  unique_bytes,
  1 - unique_bytes / nullif(chunk_bytes, 0) AS dedup_ratio,
  chunk_bytes / nullif(unique_bytes, 0) AS fold,
  zero_bytes / nullif(bytes, 0) AS zero_ratio,
  CAST(round(1e9 * cut_bytes / nullif(cpu_nanos, 0), 0) AS BIGINT) AS bytes_per_second
FROM chunker_result
ORDER BY chunker
