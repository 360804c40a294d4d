SELECT
  vm, snapshot,
  CAST(guest_offset AS BIGINT) AS guest_offset,
  CAST(bytes AS BIGINT) AS bytes,
  CAST(depth AS INT) AS depth,
  file, state
FROM (VALUES
  ('v1', 's1',   0, 60, 0,    's1.qcow2', 'data'),
  ('v1', 's1',  60, 40, 1,    's0.qcow2', 'data'),
  ('v1', 's1', 100, 10, NULL, NULL,       'unallocated')
) AS t (vm, snapshot, guest_offset, bytes, depth, file, state)
