-- Which VM touches which block. Blocks are numbered store after store: SRB's by bin, the VMs' own by name.
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
)
SELECT
  found_edge.scheme,
  found_edge.kind,
  CAST(placed.base + found_edge.block AS BIGINT) AS block,
  found_edge.vm,
  CAST(count(*) AS INT) AS snapshots
FROM found_edge
JOIN placed
  ON placed.scheme = found_edge.scheme
  AND placed.kind = found_edge.kind
  AND placed.bin = found_edge.bin
  AND placed.store = found_edge.store
GROUP BY found_edge.scheme, found_edge.kind, placed.base + found_edge.block, found_edge.vm
