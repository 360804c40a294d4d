SELECT location, CAST(first_seen_at AS TIMESTAMP) AS first_seen_at, CAST(NULL AS TIMESTAMP) AS gone_at
FROM (VALUES
  ('a/index.json',  '2024-01-01 00:00:00'),
  ('b/index.json',  '2024-01-02 00:00:00'),
  ('d/day-2.qcow2', '2024-01-04 00:00:00')
) AS t (location, first_seen_at)
