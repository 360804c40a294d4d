SELECT policy, vm, snapshot, CAST(taken_at AS TIMESTAMP) AS taken_at, rule
FROM (VALUES
  ('borg: daily 1', 'v1', 's0', '2024-01-01 00:00:00', 'daily[oldest]'),
  ('borg: daily 1', 'v1', 's1', '2024-01-02 00:00:00', 'daily'),
  ('borg: daily 2', 'v1', 's0', '2024-01-01 00:00:00', 'daily'),
  ('borg: daily 2', 'v1', 's1', '2024-01-02 00:00:00', 'daily')
) AS t (policy, vm, snapshot, taken_at, rule)
