-- Table chunk_bundle, unsorted: one row per set of chunks that exactly the same snapshots contain. View chunk_owners
-- has the chunks, each with the numbers of its snapshots in ascending order.
SELECT
  min(fingerprint) AS bundle,
  count(*) AS chunks,
  sum(bytes) AS bytes,
  owners AS snapshots,
  (SELECT count(*) FROM snapshot) AS all_snapshots
FROM chunk_owners
GROUP BY owners
