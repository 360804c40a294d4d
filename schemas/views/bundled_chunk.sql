-- One row per set of chunks that exactly the same snapshots contain (a bundle); snapshots has their numbers of view
-- snapshot_number, sorted. chunks and bytes count each chunk once; zeros are left out. The rows are those of table
-- chunk_bundle if derive has made it for all snapshots that there are. Otherwise they are computed from the segments'
-- recipes, at the cost of lists: view stored_chunk costs less where no lists are needed. Every verb that reads has it.
--
-- from: chunk_bundle, snapshot, segment_chunk, snapshot_number
-- optional: chunk_bundle
-- otherwise: segment_chunk
SELECT bundle, chunks, bytes, snapshots
FROM chunk_bundle
WHERE all_snapshots = (SELECT count(*) FROM snapshot)
UNION ALL
-- Computed from recipes. While the table is up to date, unbundled_snapshot has no rows, so that no recipe is read.
SELECT min(fingerprint), count(*), CAST(sum(bytes) AS BIGINT), snapshots
FROM (
  SELECT /*+ BROADCAST(unbundled_snapshot) */
    segment_chunk.fingerprint,
    min(segment_chunk.bytes) AS bytes,
    array_sort(array_agg(DISTINCT unbundled_snapshot.snapshot_number)) AS snapshots
  FROM segment_chunk
  JOIN (
    SELECT vm, snapshot, snapshot_number
    FROM snapshot_number
    WHERE NOT EXISTS (SELECT 1 FROM chunk_bundle WHERE all_snapshots = (SELECT count(*) FROM snapshot))
  ) AS unbundled_snapshot
    ON unbundled_snapshot.vm = segment_chunk.vm
    AND unbundled_snapshot.snapshot = segment_chunk.snapshot
  WHERE NOT segment_chunk.zero
  GROUP BY segment_chunk.fingerprint
) AS content
GROUP BY snapshots
