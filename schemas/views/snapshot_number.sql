-- Published snapshots, numbered from 0 in the order of their VMs' names and their own.
--
-- from: snapshot
SELECT vm, snapshot, CAST(row_number() OVER (ORDER BY vm, snapshot) - 1 AS INT) AS snapshot_number
FROM snapshot
