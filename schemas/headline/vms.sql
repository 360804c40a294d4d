-- The 3 VMs with the most data in their snapshots. Each snapshot counts without deduplication, and
-- without its zero bytes.
WITH
-- One row per snapshot.
snapshot_data AS (
  SELECT vm, snapshot, sum(bytes - zero_bytes) AS bytes
  FROM segment
  GROUP BY vm, snapshot
)
SELECT
  snapshot.vm,
  count(*) AS snapshots,
  coalesce(sum(snapshot_data.bytes), 0) AS bytes
FROM snapshot
LEFT JOIN snapshot_data ON snapshot_data.vm = snapshot.vm AND snapshot_data.snapshot = snapshot.snapshot
GROUP BY snapshot.vm
ORDER BY bytes DESC, snapshot.vm
LIMIT 3
