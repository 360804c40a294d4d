-- The schemes of a fleet: their blocks and bytes, each block once, and the pairs of a block and an owner.
SELECT
  scheme,
  sum(owners) AS edges,
  count(CASE WHEN NOT popular THEN 1 END) AS private_count,
  coalesce(sum(CASE WHEN NOT popular THEN bytes END), 0) AS private_bytes,
  count(CASE WHEN popular THEN 1 END) AS popular_count,
  coalesce(sum(CASE WHEN popular THEN bytes END), 0) AS popular_bytes
FROM (
  SELECT scheme, popular, block, max(bytes) AS bytes, count(*) AS owners
  FROM fleet_edge
  GROUP BY scheme, popular, block
) AS fleet_block
GROUP BY scheme
ORDER BY scheme
