-- Table chunk_bundle, unsorted, of chunks with the numbers of the snapshots that contain them, in order.
SELECT
  min(fingerprint) AS bundle,
  count(*) AS chunks,
  sum(bytes) AS bytes,
  owners AS snapshots,
  (SELECT count(*) FROM snapshot) AS all_snapshots
FROM chunk_owners
GROUP BY owners
