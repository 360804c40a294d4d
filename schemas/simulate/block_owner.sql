-- One row per storage block and VM that touches it, with the number of the VM's snapshots that do. Views own_edge and
-- bin_edge have a row per block and snapshot. Column block is the block's number in view placed_block.
SELECT
  edge.scheme,
  edge.kind,
  placed.number AS block,
  edge.vm,
  count(*) AS snapshots
FROM (
  SELECT scheme, kind, bin, store, block, vm FROM own_edge
  UNION ALL
  SELECT scheme, kind, bin, store, block, vm FROM bin_edge
) AS edge
JOIN placed_block AS placed
  ON placed.scheme = edge.scheme
  AND placed.kind = edge.kind
  AND placed.bin = edge.bin
  AND placed.store = edge.store
  AND placed.block = edge.block
GROUP BY edge.scheme, edge.kind, placed.number, edge.vm
