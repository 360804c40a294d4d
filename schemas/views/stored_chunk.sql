-- One row per bundle of chunks and snapshot that contains it, by its number of view snapshot_number. A bundle is a set
-- of chunks that exactly the same snapshots contain; chunks and bytes count each chunk once; zeros are left out. The
-- rows are those of table chunk_bundle if derive has made it for all snapshots that there are. Otherwise each chunk is
-- a bundle of its own, and a chunk that a snapshot contains several times has several rows: so group by bundle.
-- Spark sends the numbers of all snapshots to every task. In DuckDB itself, explode is unnest. Every verb that reads
-- has it.
--
-- from: chunk_bundle, snapshot, segment_chunk, snapshot_number
-- optional: chunk_bundle
-- otherwise: segment_chunk
SELECT bundle, explode(snapshots) AS snapshot_number, chunks, bytes
FROM chunk_bundle
WHERE all_snapshots = (SELECT count(*) FROM snapshot)
UNION ALL
-- Computed from recipes. While the table is up to date, unbundled_snapshot has no rows, so that no recipe is read.
SELECT /*+ BROADCAST(unbundled_snapshot) */
  segment_chunk.fingerprint, unbundled_snapshot.snapshot_number, CAST(1 AS BIGINT), CAST(segment_chunk.bytes AS BIGINT)
FROM segment_chunk
JOIN (
  SELECT vm, snapshot, snapshot_number
  FROM snapshot_number
  WHERE NOT EXISTS (SELECT 1 FROM chunk_bundle WHERE all_snapshots = (SELECT count(*) FROM snapshot))
) AS unbundled_snapshot
  ON unbundled_snapshot.vm = segment_chunk.vm
  AND unbundled_snapshot.snapshot = segment_chunk.snapshot
WHERE NOT segment_chunk.zero
