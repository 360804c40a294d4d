-- How many snapshots each VM has.
SELECT vm, CAST(count(*) AS INT) AS snapshots
FROM snapshot
GROUP BY vm
