-- One row per storage block, numbered from 0 within its scheme and kind, store after store. Stores of SRB are in the
-- order of their bins, and stores of VMs in the order of the names.
-- Reads:
--   own_block: blocks of the stores of VMs.
--   bin_block: blocks of the bins of scheme srb.
--   popular_block: blocks of popular data.
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
