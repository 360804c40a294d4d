-- The published snapshots of each VM, numbered without gaps: one that was rejected is none, and its child is compared
-- with the one before it.
SELECT
  vm,
  snapshot,
  parent,
  CAST(row_number() OVER (PARTITION BY vm ORDER BY position, snapshot) - 1 AS INT) AS number,
  lag(snapshot) OVER (PARTITION BY vm ORDER BY position, snapshot) AS before
FROM snapshot
