-- The definition of table chunk_bundle, one SELECT for both engines. `varve derive` computes the same rows faster, by
-- grouping view chunk_owners (schemas/sharing/chunk_bundle.sql). A test compares the two.
WITH
-- One row per distinct chunk that is not zero, with the sorted numbers of the snapshots that contain it.
content AS (
  SELECT
    segment_chunk.fingerprint,
    min(segment_chunk.bytes) AS bytes,
    array_sort(array_agg(DISTINCT snapshot_number.snapshot_number)) AS snapshots
  FROM segment_chunk
  JOIN snapshot_number
    ON snapshot_number.vm = segment_chunk.vm AND snapshot_number.snapshot = segment_chunk.snapshot
  WHERE NOT segment_chunk.zero
  GROUP BY segment_chunk.fingerprint
)
SELECT min(fingerprint) AS bundle, count(*) AS chunks, sum(bytes) AS bytes, snapshots,
  (SELECT count(*) FROM snapshot) AS all_snapshots
FROM content
GROUP BY snapshots
