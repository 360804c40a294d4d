-- How many storage blocks does a VM touch, and how many VMs a block?
-- A VM touches a block when at least one chunk of any of its snapshots is in it. blocks_per_vm is the mean over all
-- VMs of the warehouse, those without data too; vms_per_block is the mean over blocks. Column symbols has the names
-- that the literature gives to both: N_o and V_o for scheme srb, N_1 and V_1 for private blocks of vc, N_2 and V_c for
-- its popular blocks. VMs times blocks_per_vm equals blocks times vms_per_block. Blocks are filled in write order, and
-- the last one of each store may contain little. Zero data is stored nowhere. Counted for the first set of rules of
-- the last simulate backup.
--
-- subject: snapshots
-- first: scheme kind vms blocks bytes blocks_per_vm vms_per_block
-- chart: bars x=scheme y=blocks_per_vm+vms_per_block series=kind; Blocks a VM and VMs a block
WITH
-- One row: all VMs of the warehouse.
vm_total AS (
  SELECT count(*) AS vms FROM vm
),
-- One row per scheme and kind of block.
block_total AS (
  SELECT
    scheme,
    kind,
    count(*) AS blocks,
    sum(bytes) AS bytes,
    sum(vms) AS edges,
    sum(snapshots) AS snapshot_edges,
    max(vms) AS most_vms,
    sum(CASE WHEN vms = 1 THEN 1 ELSE 0 END) AS exclusive_blocks
  FROM block_sharing
  GROUP BY scheme, kind
)
SELECT
  CASE WHEN scheme = 'srb' THEN 'N_o, V_o' WHEN kind = 'private' THEN 'N_1, V_1' ELSE 'N_2, V_c' END AS symbols,
  scheme,
  kind,
  vm_total.vms,
  blocks,
  bytes,
  edges / nullif(vm_total.vms, 0) AS blocks_per_vm,
  edges / blocks AS vms_per_block,
  snapshot_edges / blocks AS snapshots_per_block,
  most_vms,
  exclusive_blocks
FROM block_total
CROSS JOIN vm_total
ORDER BY scheme DESC, kind
