-- Every snapshot is listed once, at a position of its own in its VM, and every VM with a snapshot is in table vm.
WITH
-- One row per VM and position.
position_count AS (
  SELECT vm, position, count(*) AS snapshots, min(snapshot) AS snapshot
  FROM snapshot
  GROUP BY vm, position
),
-- One row per VM and name of a snapshot.
name_count AS (
  SELECT vm, snapshot, count(*) AS copies
  FROM snapshot
  GROUP BY vm, snapshot
),
fault AS (
  -- Two snapshots of a VM have the same position.
  SELECT vm, snapshot, 'several at one position' AS fault FROM position_count WHERE snapshots > 1
  UNION ALL
  -- Two rows have the same VM and name of snapshot.
  SELECT vm, snapshot, 'listed twice' FROM name_count WHERE copies > 1
  UNION ALL
  -- The VM of a snapshot has no row in table vm.
  SELECT snapshot.vm, snapshot.snapshot, 'of a VM that is not listed'
  FROM snapshot
  LEFT JOIN vm ON vm.vm = snapshot.vm
  WHERE vm.vm IS NULL
  UNION ALL
  -- Table vm lists a VM twice, or one that has no snapshot. The join keeps one row for a row of vm, so a
  -- count above 1 means a VM that is listed twice.
  SELECT vm.vm, NULL, 'a VM without snapshots, or listed twice'
  FROM vm
  LEFT JOIN (SELECT DISTINCT vm FROM snapshot) AS owners ON owners.vm = vm.vm
  GROUP BY vm.vm
  HAVING count(*) > 1 OR min(owners.vm) IS NULL
)
SELECT vm, snapshot, fault, count(*) OVER () AS total
FROM fault
ORDER BY vm, snapshot, fault
-- At most 20 faults are listed; column total counts all.
LIMIT 20
