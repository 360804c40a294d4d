-- One row per VM, with the number of its snapshots.
SELECT vm, CAST(count(*) AS INT) AS snapshots
FROM snapshot
GROUP BY vm
