-- The blocks of all stores, numbered store after store: SRB's by bin, the VMs' own by name.
SELECT
  scheme,
  kind,
  bin,
  store,
  block,
  row_number() OVER (PARTITION BY scheme, kind ORDER BY bin, store, block) - 1 AS number,
  bytes
FROM (
  SELECT scheme, kind, bin, store, block, bytes FROM own_block
  UNION ALL
  SELECT scheme, kind, bin, store, block, bytes FROM bin_block
  UNION ALL
  SELECT scheme, kind, bin, store, block, bytes FROM popular_block
) AS stored
