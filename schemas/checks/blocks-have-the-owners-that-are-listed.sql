-- Every block has as many VMs and snapshots as block_owner lists, and blocks contain what their scheme stores.
WITH
owned AS (
  SELECT scheme, kind, block, count(*) AS vms, sum(snapshots) AS snapshots
  FROM block_owner
  GROUP BY scheme, kind, block
),
contained AS (
  SELECT scheme, sum(bytes) AS bytes FROM block_sharing GROUP BY scheme
),
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
  WHERE coalesce(block_sharing.vms, -1) <> coalesce(owned.vms, -2)
    OR block_sharing.snapshots <> owned.snapshots
    OR block_sharing.vms < 1
    OR block_sharing.kind = 'private' AND block_sharing.scheme = 'vc' AND block_sharing.vms <> 1
  UNION ALL
  SELECT contained.scheme, 'all', NULL, NULL, NULL
  FROM contained
  LEFT JOIN stored ON stored.scheme = contained.scheme AND stored.stored_bytes = contained.bytes
  WHERE stored.scheme IS NULL
)
SELECT scheme, kind, block, block_vms, listed_vms, count(*) OVER () AS total
FROM fault
ORDER BY scheme, kind, block
LIMIT 20
