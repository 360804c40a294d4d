SELECT
  location, kind, CAST(first_seen_at AS TIMESTAMP) AS first_seen_at, CAST(seen_at AS TIMESTAMP) AS seen_at, run_id
FROM (VALUES
  ('t', 'IMAGES', '2024-01-01 00:00:00', '2024-01-02 00:00:00', 'run-2'),
  ('disks', 'DISKS', '2024-01-04 00:00:00', '2024-01-04 00:00:00', 'run-4')
) AS t (location, kind, first_seen_at, seen_at, run_id)
