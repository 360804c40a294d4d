-- One row per storage block, with its bytes and how many VMs and snapshots touch it. View owner has the rows of
-- block_owner. A block that no VM touches counts 0 of both.
SELECT
  placed.scheme,
  placed.kind,
  placed.number AS block,
  placed.bytes,
  coalesce(owned.vms, 0) AS vms,
  coalesce(owned.snapshots, 0) AS snapshots
FROM placed_block AS placed
LEFT JOIN (
  SELECT scheme, kind, block, count(*) AS vms, sum(snapshots) AS snapshots
  FROM owner
  GROUP BY scheme, kind, block
) AS owned
  ON owned.scheme = placed.scheme AND owned.kind = placed.kind AND owned.block = placed.number
