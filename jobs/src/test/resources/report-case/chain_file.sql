SELECT
  vm, snapshot,
  CAST(depth AS INT) AS depth,
  file, location,
  CAST(virtual_bytes AS BIGINT) AS virtual_bytes,
  CAST(65536 AS INT) AS cluster_bytes,
  CAST(8 AS INT) AS entry_bytes,
  CAST(8 AS BIGINT) AS l1_bytes,
  CAST(1 AS INT) AS l2_tables,
  unhex('01') AS tables
FROM (VALUES
  ('v1', 's1', 0, 's1.qcow2', 'disks/v1/s1.qcow2', 110),
  ('v1', 's1', 1, 's0.qcow2', 'disks/v1/s0.qcow2', 100)
) AS t (vm, snapshot, depth, file, location, virtual_bytes)
