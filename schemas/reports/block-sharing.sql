-- How many storage blocks does a VM touch, and how many VMs a block?
-- A VM touches a block when at least one chunk of any of its snapshots is in it. blocks_per_vm is the mean over all VMs
-- of the warehouse, those without data too: N_o (srb), N_1 (vc private), N_2 (vc popular); vms_per_block the mean over
-- blocks: V_o, V_1, V_c. VMs times blocks_per_vm equals blocks times vms_per_block. Blocks are filled in write order, and
-- the last one of each store may contain little. Zero data is stored nowhere. From simulate backup, by its first rules.
--
-- subject: snapshots
-- first: scheme kind vms blocks bytes blocks_per_vm vms_per_block
-- chart: bars x=scheme y=blocks_per_vm+vms_per_block series=kind; Blocks a VM and VMs a block
WITH
fleet AS (
  SELECT count(*) AS vms FROM vm
),
totals AS (
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
  fleet.vms,
  blocks,
  bytes,
  edges / nullif(fleet.vms, 0) AS blocks_per_vm,
  edges / blocks AS vms_per_block,
  snapshot_edges / blocks AS snapshots_per_block,
  most_vms,
  exclusive_blocks
FROM totals
CROSS JOIN fleet
ORDER BY scheme DESC, kind
