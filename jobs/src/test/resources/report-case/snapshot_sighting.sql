SELECT location, vm, snapshot, CAST(first_seen_at AS TIMESTAMP) AS first_seen_at, CAST(gone_at AS TIMESTAMP) AS gone_at
FROM (VALUES
  ('disks/v1/s0.qcow2', 'v1', 's0', '2024-01-04 00:00:00', NULL),
  ('disks/v1/s1.qcow2', 'v1', 's1', '2024-01-04 00:00:00', NULL),
  ('disks/v2/s0.raw',   'v2', 's0', '2024-01-04 00:00:00', NULL),
  ('disks/v3/s0.raw',   'v3', 's0', '2024-01-04 00:00:00', NULL)
) AS t (location, vm, snapshot, first_seen_at, gone_at)
