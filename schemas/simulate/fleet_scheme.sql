-- One row per scheme of a fleet, from view fleet_edge (a row per block and owner). edges counts its rows; the other
-- columns count each block once and sum its bytes, private and popular blocks apart.
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
