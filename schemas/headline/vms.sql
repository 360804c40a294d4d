-- Which VMs have the most data in their snapshots? Zeros left out, every snapshot counted whole.
SELECT
  vm,
  count(*) AS snapshots,
  CAST(sum(virtual_bytes - zero_bytes) AS BIGINT) AS bytes
FROM snapshot
GROUP BY vm
ORDER BY bytes DESC, vm
LIMIT 3
