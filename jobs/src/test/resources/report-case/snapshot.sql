SELECT
  vm, snapshot, CAST(position AS INT) AS position, parent, CAST(taken_at AS TIMESTAMP) AS taken_at, format,
  CAST(virtual_bytes AS BIGINT) AS virtual_bytes,
  CAST(allocated_bytes AS BIGINT) AS allocated_bytes,
  CAST(segments AS BIGINT) AS segments,
  CAST(chunks AS BIGINT) AS chunks,
  CAST(zero_bytes AS BIGINT) AS zero_bytes,
  source, run_id, CAST(first_seen_at AS TIMESTAMP) AS first_seen_at, CAST(NULL AS STRING) AS backup_state,
  CAST(file_bytes AS BIGINT) AS file_bytes, CAST(NULL AS STRING) AS version_of, CAST(NULL AS STRING) AS file_state
FROM (VALUES
  ('v1', 's0', 0, NULL, '2024-01-01 00:00:00', 'qcow2', 100, 90, 2, 5, 10, 'disks/v1/s0.qcow2', 'run-4', '2024-01-04 00:00:00', 95),
  ('v1', 's1', 1, 's0', '2024-01-02 00:00:00', 'qcow2', 110, 70, 2, 5, 10, 'disks/v1/s1.qcow2', 'run-4', '2024-01-04 00:00:00', 75),
  ('v2', 's0', 0, NULL, NULL,                  'raw',   120, 120, 2, 5, 10, 'disks/v2/s0.raw', 'run-4', '2024-01-04 00:00:00', 60),
  ('v3', 's0', 0, NULL, NULL,                  'raw',   40,  40, 1, 0, 40, 'disks/v3/s0.raw', 'run-4', '2024-01-04 00:00:00', 0)
) AS t (
  vm, snapshot, position, parent, taken_at, format, virtual_bytes, allocated_bytes, segments, chunks, zero_bytes, source,
  run_id, first_seen_at, file_bytes
)
