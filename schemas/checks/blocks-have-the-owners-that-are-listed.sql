-- Every block has as many VMs and snapshots as block_owner lists for it.
-- All blocks of a scheme together contain the bytes that backup_result says the scheme stores.
WITH
owned AS (
  SELECT scheme, kind, block, count(*) AS vms, sum(snapshots) AS snapshots
  FROM block_owner
  GROUP BY scheme, kind, block
),
-- Bytes in all blocks of a scheme.
contained AS (
  SELECT scheme, sum(bytes) AS bytes FROM block_sharing GROUP BY scheme
),
-- Bytes that a scheme stores. Scheme vc has a row for each set of rules, but blocks for only one of them;
-- so any vc row with the bytes that the blocks contain will do.
stored AS (
  SELECT scheme, stored_bytes
  FROM backup_result
  WHERE scheme = 'srb'
  UNION ALL
  SELECT scheme, max(stored_bytes)
  FROM backup_result
  WHERE scheme = 'vc'
    AND stored_bytes IN (SELECT contained.bytes FROM contained WHERE contained.scheme = 'vc')
  GROUP BY scheme
),
fault AS (
  SELECT
    coalesce(block_sharing.scheme, owned.scheme) AS scheme,
    coalesce(block_sharing.kind, owned.kind) AS kind,
    coalesce(block_sharing.block, owned.block) AS block,
    coalesce(block_sharing.vms, 0) AS block_vms,
    coalesce(owned.vms, 0) AS listed_vms
  FROM block_sharing
  FULL OUTER JOIN owned
    ON owned.scheme = block_sharing.scheme AND owned.kind = block_sharing.kind AND owned.block = block_sharing.block
  -- Another number of VMs than listed. Stand-ins -1 and -2 differ, so a block that one table lacks is found too.
  WHERE coalesce(block_sharing.vms, -1) <> coalesce(owned.vms, -2)
    -- Another number of snapshots than listed.
    OR block_sharing.snapshots <> owned.snapshots
    -- A block that no VM touches.
    OR block_sharing.vms < 1
    -- Scheme vc packs private data for each VM by itself, so exactly one VM must touch such a block.
    OR block_sharing.kind = 'private' AND block_sharing.scheme = 'vc' AND block_sharing.vms <> 1
  UNION ALL
  -- Kind 'all': the blocks of the scheme contain other bytes than it stores.
  SELECT contained.scheme, 'all', NULL, NULL, NULL
  FROM contained
  LEFT JOIN stored ON stored.scheme = contained.scheme AND stored.stored_bytes = contained.bytes
  WHERE stored.scheme IS NULL
)
SELECT scheme, kind, block, block_vms, listed_vms, count(*) OVER () AS total
FROM fault
ORDER BY scheme, kind, block
-- At most 20 faults are listed; column total counts all.
LIMIT 20
