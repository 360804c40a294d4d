-- One row per VM: its newest snapshot that has a chain map. VMs without such a snapshot are left out.
SELECT vm, snapshot
FROM (
  SELECT vm, snapshot, row_number() OVER (PARTITION BY vm ORDER BY position DESC) AS place
  FROM snapshot AS taken
  WHERE EXISTS (
    SELECT 1 FROM chain_map WHERE chain_map.vm = taken.vm AND chain_map.snapshot = taken.snapshot
  )
) AS mapped
WHERE place = 1
