-- One row per reference of a snapshot to a chunk that is not zero. VMs are numbered from 0 by name, and snapshots by
-- view snapshot_number.
WITH
-- One row per published snapshot, with the numbers of the snapshot and its VM.
snapshot_key AS (
  SELECT
    vm,
    snapshot,
    snapshot_number,
    CAST(dense_rank() OVER (ORDER BY vm) - 1 AS INT) AS vm_number
  FROM snapshot_number
)
SELECT /*+ BROADCAST(snapshot_key) */
  segment_chunk.fingerprint,
  snapshot_key.snapshot_number,
  segment_chunk.segment,
  snapshot_key.vm_number,
  segment_chunk.bytes
FROM segment_chunk
JOIN snapshot_key
  ON snapshot_key.vm = segment_chunk.vm AND snapshot_key.snapshot = segment_chunk.snapshot
WHERE NOT segment_chunk.zero
