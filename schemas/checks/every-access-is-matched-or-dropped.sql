-- Every line of an access list is either matched or dropped, and startup_drop lists each dropped line.
-- Over all starts, as many accesses are matched as over all lists.
WITH
-- One row per access list: its rows in startup_drop.
dropped_lines AS (
  SELECT list, count(*) AS drops FROM startup_drop GROUP BY list
),
-- One row per access list, and row 'all' if starts and lists disagree.
list_total AS (
  SELECT startup_list.list, startup_list.accesses, startup_list.matched, startup_list.dropped,
    coalesce(dropped_lines.drops, 0) AS drops
  FROM startup_list
  LEFT JOIN dropped_lines ON dropped_lines.list = startup_list.list
  UNION ALL
  -- Row 'all' is there only when starts have another number of matched accesses than the lists.
  -- Its columns are sums over startup_result, but for matched, the sum over startup_list.
  SELECT 'all', sum(accesses), coalesce((SELECT sum(matched) FROM startup_list), 0), sum(dropped),
    sum(accesses) - sum(matched)
  FROM startup_result
  HAVING sum(matched) <> coalesce((SELECT sum(matched) FROM startup_list), 0)
)
SELECT list, accesses, matched, dropped, drops AS dropped_rows
FROM list_total
-- Row 'all' is a fault by itself.
WHERE list = 'all'
  -- A line of the list is neither matched nor dropped, or both.
  OR accesses <> matched + dropped
  -- Table startup_drop has another number of rows than the list has dropped lines.
  OR dropped <> drops
ORDER BY list
LIMIT 20
