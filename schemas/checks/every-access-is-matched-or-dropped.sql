-- The lines of a list are matched or dropped, each dropped one is listed, and starts have all that are matched.
WITH listed AS (
  SELECT list, count(*) AS drops FROM startup_drop GROUP BY list
),
line AS (
  SELECT startup_list.list, startup_list.accesses, startup_list.matched, startup_list.dropped,
    coalesce(listed.drops, 0) AS drops
  FROM startup_list
  LEFT JOIN listed ON listed.list = startup_list.list
  UNION ALL
  SELECT 'all', sum(accesses), coalesce((SELECT sum(matched) FROM startup_list), 0), sum(dropped),
    sum(accesses) - sum(matched)
  FROM startup_result
  HAVING sum(matched) <> coalesce((SELECT sum(matched) FROM startup_list), 0)
)
SELECT list, accesses, matched,
  dropped, drops
FROM line
WHERE list = 'all' OR accesses <> matched + dropped OR dropped <> drops
ORDER BY list
LIMIT 20
