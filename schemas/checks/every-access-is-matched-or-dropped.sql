-- Every line of an access list is either matched or dropped, and startup_drop lists each dropped line.
-- Over all starts, as many accesses are matched as over all lists.
WITH listed AS (
  SELECT list, count(*) AS drops FROM startup_drop GROUP BY list
),
line AS (
  -- One row an access list, with the number of its lines in startup_drop.
  SELECT startup_list.list, startup_list.accesses, startup_list.matched, startup_list.dropped,
    coalesce(listed.drops, 0) AS drops
  FROM startup_list
  LEFT JOIN listed ON listed.list = startup_list.list
  UNION ALL
  -- Row 'all' is there only when starts have another number of matched accesses than the lists.
  -- Its columns are sums over startup_result, but for matched, the sum over startup_list.
  SELECT 'all', sum(accesses), coalesce((SELECT sum(matched) FROM startup_list), 0), sum(dropped),
    sum(accesses) - sum(matched)
  FROM startup_result
  HAVING sum(matched) <> coalesce((SELECT sum(matched) FROM startup_list), 0)
)
SELECT list, accesses, matched,
  dropped, drops
FROM line
-- Row 'all' is a fault by itself. In a list, accesses = matched + dropped, and dropped = rows of startup_drop.
WHERE list = 'all' OR accesses <> matched + dropped OR dropped <> drops
ORDER BY list
LIMIT 20
