-- Chunks by the snapshots that contain them: a row a bundle of chunks and a snapshot, of table chunk_bundle. Where that was not
-- made since the last snapshot came, every chunk is a bundle of its own, with a row a reference: so group by bundle. Zeros
-- are left out. Spark sends the numbers of all snapshots to every task. In DuckDB itself, explode is unnest. Every verb that
-- reads has it.
--
-- from: chunk_bundle, snapshot, segment_chunk, snapshot_number
-- optional: chunk_bundle
-- otherwise: segment_chunk
SELECT bundle, explode(snapshots) AS snapshot_number, chunks, bytes
FROM chunk_bundle
WHERE all_snapshots = (SELECT count(*) FROM snapshot)
UNION ALL
SELECT /*+ BROADCAST(numbered) */
  segment_chunk.fingerprint, numbered.snapshot_number, CAST(1 AS BIGINT), CAST(segment_chunk.bytes AS BIGINT)
FROM segment_chunk
JOIN (
  SELECT vm, snapshot, snapshot_number
  FROM snapshot_number
  WHERE NOT EXISTS (SELECT 1 FROM chunk_bundle WHERE all_snapshots = (SELECT count(*) FROM snapshot))
) AS numbered ON numbered.vm = segment_chunk.vm AND numbered.snapshot = segment_chunk.snapshot
WHERE NOT segment_chunk.zero
