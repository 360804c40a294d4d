-- Every block has as many VMs and snapshots as block_owner lists for it.
-- All blocks of a scheme together contain the bytes that backup_result says the scheme stores.
WITH
-- One row per block in table block_owner.
listed_block AS (
  SELECT scheme, kind, block, count(*) AS vms, sum(snapshots) AS snapshots
  FROM block_owner
  GROUP BY scheme, kind, block
),
-- One row per scheme: the bytes in all of its blocks.
scheme_blocks AS (
  SELECT scheme, sum(bytes) AS bytes FROM block_sharing GROUP BY scheme
),
-- One row per scheme: the bytes that it stores. Scheme vc has a row for each set of rules, but blocks for only one
-- of them; so any vc row with the bytes that the blocks contain will do.
scheme_result AS (
  SELECT scheme, stored_bytes
  FROM backup_result
  WHERE scheme = 'srb'
  UNION ALL
  SELECT scheme, max(stored_bytes)
  FROM backup_result
  WHERE scheme = 'vc'
    AND stored_bytes IN (SELECT scheme_blocks.bytes FROM scheme_blocks WHERE scheme_blocks.scheme = 'vc')
  GROUP BY scheme
),
fault AS (
  SELECT
    coalesce(block_sharing.scheme, listed_block.scheme) AS scheme,
    coalesce(block_sharing.kind, listed_block.kind) AS kind,
    coalesce(block_sharing.block, listed_block.block) AS block,
    coalesce(block_sharing.vms, 0) AS block_vms,
    coalesce(listed_block.vms, 0) AS listed_vms,
    block_sharing.snapshots AS block_snapshots,
    listed_block.snapshots AS listed_snapshots
  FROM block_sharing
  FULL OUTER JOIN listed_block
    ON listed_block.scheme = block_sharing.scheme
    AND listed_block.kind = block_sharing.kind
    AND listed_block.block = block_sharing.block
  -- Another number of VMs than listed. Stand-ins -1 and -2 differ, so a block that one table lacks is found too.
  WHERE coalesce(block_sharing.vms, -1) <> coalesce(listed_block.vms, -2)
    -- Another number of snapshots than listed.
    OR block_sharing.snapshots <> listed_block.snapshots
    -- A block that no VM touches.
    OR block_sharing.vms < 1
    -- Scheme vc packs private data for each VM by itself, so exactly one VM must touch such a block.
    OR block_sharing.kind = 'private' AND block_sharing.scheme = 'vc' AND block_sharing.vms <> 1
  UNION ALL
  -- Kind 'all': the blocks of the scheme contain other bytes than it stores.
  SELECT scheme_blocks.scheme, 'all', NULL, NULL, NULL, NULL, NULL
  FROM scheme_blocks
  LEFT JOIN scheme_result
    ON scheme_result.scheme = scheme_blocks.scheme
    AND scheme_result.stored_bytes = scheme_blocks.bytes
  WHERE scheme_result.scheme IS NULL
)
SELECT
  scheme, kind, block, block_vms, listed_vms, block_snapshots, listed_snapshots, count(*) OVER () AS total
FROM fault
ORDER BY scheme, kind, block
-- At most 20 faults are listed; column total counts all.
LIMIT 20
