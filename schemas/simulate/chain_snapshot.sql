-- The newest snapshot with a map of each VM.
SELECT vm, snapshot
FROM (
  SELECT
    snapshot.vm,
    snapshot.snapshot,
    row_number() OVER (PARTITION BY snapshot.vm ORDER BY snapshot.position DESC) AS place
  FROM snapshot
  LEFT SEMI JOIN chain_map ON chain_map.vm = snapshot.vm AND chain_map.snapshot = snapshot.snapshot
)
WHERE place = 1
ORDER BY vm
