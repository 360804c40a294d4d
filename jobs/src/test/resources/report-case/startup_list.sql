SELECT
  list,
  CAST(accesses AS BIGINT) AS accesses,
  CAST(matched AS BIGINT) AS matched,
  CAST(dropped AS BIGINT) AS dropped
FROM (VALUES ('file:/starts.csv', 9, 6, 3)) AS t (list, accesses, matched, dropped)
