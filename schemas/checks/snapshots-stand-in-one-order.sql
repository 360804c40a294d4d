-- Every snapshot is listed once, with a VM that is listed, at a position that no other of its VM has; every VM has one.
WITH
place AS (
  SELECT vm, position, count(*) AS snapshots, min(snapshot) AS snapshot
  FROM snapshot
  GROUP BY vm, position
),
name AS (
  SELECT vm, snapshot, count(*) AS copies
  FROM snapshot
  GROUP BY vm, snapshot
),
fault AS (
  SELECT vm, snapshot, 'several at one position' AS fault FROM place WHERE snapshots > 1
  UNION ALL
  SELECT vm, snapshot, 'listed twice' FROM name WHERE copies > 1
  UNION ALL
  SELECT snapshot.vm, snapshot.snapshot, 'of a VM that is not listed'
  FROM snapshot
  LEFT JOIN vm ON vm.vm = snapshot.vm
  WHERE vm.vm IS NULL
  UNION ALL
  SELECT vm.vm, NULL, 'a VM without snapshots, or listed twice'
  FROM vm
  LEFT JOIN (SELECT DISTINCT vm FROM snapshot) AS owners ON owners.vm = vm.vm
  GROUP BY vm.vm
  HAVING count(*) > 1 OR min(owners.vm) IS NULL
)
SELECT vm, snapshot, fault, count(*) OVER () AS total
FROM fault
ORDER BY vm, snapshot, fault
LIMIT 20
