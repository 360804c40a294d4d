-- The blocks with their bytes and the number of their owners; found_owner holds the rows of block_owner.
WITH
store AS (
  SELECT scheme, kind, bin, store, count(*) AS blocks
  FROM found_block
  GROUP BY scheme, kind, bin, store
),
placed AS (
  SELECT
    scheme, kind, bin, store,
    sum(blocks) OVER (PARTITION BY scheme, kind ORDER BY bin, store ROWS UNBOUNDED PRECEDING) - blocks AS base
  FROM store
),
owned AS (
  SELECT scheme, kind, block, count(*) AS vms, sum(snapshots) AS snapshots
  FROM found_owner
  GROUP BY scheme, kind, block
),
numbered AS (
  SELECT
    found_block.scheme,
    found_block.kind,
    CAST(placed.base + found_block.block AS BIGINT) AS block,
    found_block.bytes
  FROM found_block
  JOIN placed
    ON placed.scheme = found_block.scheme
    AND placed.kind = found_block.kind
    AND placed.bin = found_block.bin
    AND placed.store = found_block.store
)
SELECT
  numbered.scheme,
  numbered.kind,
  numbered.block,
  numbered.bytes,
  coalesce(owned.vms, 0) AS vms,
  coalesce(owned.snapshots, 0) AS snapshots
FROM numbered
LEFT JOIN owned
  ON owned.scheme = numbered.scheme AND owned.kind = numbered.kind AND owned.block = numbered.block
