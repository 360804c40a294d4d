-- One row per storage block and VM that touches it, with the number of the VM's snapshots that do. Views own_edge and
-- bin_edge have a row per block and snapshot. Column block is the block's number in view placed_block.
SELECT
  block_edge.scheme,
  block_edge.kind,
  placed.number AS block,
  block_edge.vm,
  count(*) AS snapshots
FROM (
  SELECT scheme, kind, bin, store, block, vm FROM own_edge
  UNION ALL
  SELECT scheme, kind, bin, store, block, vm FROM bin_edge
) AS block_edge
JOIN placed_block AS placed
  ON placed.scheme = block_edge.scheme
  AND placed.kind = block_edge.kind
  AND placed.bin = block_edge.bin
  AND placed.store = block_edge.store
  AND placed.block = block_edge.block
GROUP BY block_edge.scheme, block_edge.kind, placed.number, block_edge.vm
