-- Table startup_list: one row per access list, with the number of its lines that were matched and dropped.
-- Reads:
--   listed: one row per line of an access list.
--   matched: accesses with the entries that they lead to (startup_matched.sql).
--   dropped: accesses that count for no start (startup_drop.sql).
SELECT
  source.list,
  coalesce(line.accesses, 0) AS accesses,
  coalesce(good.matched, 0) AS matched,
  coalesce(bad.dropped, 0) AS dropped
FROM (SELECT DISTINCT list FROM source) AS source
LEFT JOIN (SELECT list, count(*) AS accesses FROM listed GROUP BY list) AS line ON line.list = source.list
LEFT JOIN (SELECT list, count(*) AS matched FROM matched WHERE reason IS NULL GROUP BY list) AS good
  ON good.list = source.list
LEFT JOIN (SELECT list, count(*) AS dropped FROM dropped GROUP BY list) AS bad ON bad.list = source.list
