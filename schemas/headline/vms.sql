-- Which VMs have the most data in their snapshots? Zeros left out, every snapshot counted whole.
WITH
data AS (
  SELECT vm, snapshot, sum(bytes - zero_bytes) AS bytes
  FROM segment
  GROUP BY vm, snapshot
)
SELECT
  snapshot.vm,
  count(*) AS snapshots,
  coalesce(sum(data.bytes), 0) AS bytes
FROM snapshot
LEFT JOIN data ON data.vm = snapshot.vm AND data.snapshot = snapshot.snapshot
GROUP BY snapshot.vm
ORDER BY bytes DESC, snapshot.vm
LIMIT 3
