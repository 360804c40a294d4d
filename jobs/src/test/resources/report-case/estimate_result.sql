SELECT
  run_id, subject, CAST(place AS INT) AS place, quantity, unit,
  CAST(value AS DOUBLE) AS value, CAST(low AS DOUBLE) AS low, CAST(high AS DOUBLE) AS high, how,
  CAST(read_ratio AS DOUBLE) AS read_ratio
FROM (VALUES
  ('run-0a', 'registry',  0, 'file_bytes',              'bytes',   1.0,    1.0,    1.0,    'sample',   0.25),
  ('run-0b', 'registry',  0, 'images',                  'count',   4.0,    4.0,    4.0,    'known',    0.5),
  ('run-0b', 'registry',  1, 'stored_bytes',            'bytes',   13640.0, 13640.0, 13640.0, 'known', 0.5),
  ('run-0b', 'registry',  2, 'file_bytes',              'bytes',   5000.0, 4500.0, 5500.0, 'sample',   0.5),
  ('run-0b', 'registry',  3, 'unique_file_bytes',       'bytes',   2084.0, 2000.0, 2500.0, 'sample',   0.5),
  ('run-0b', 'registry',  4, 'compressed_unique_bytes', 'bytes',   1650.0, 1100.0, 2000.0, 'sample',   0.5),
  ('run-0b', 'registry',  5, 'warehouse_bytes',         'bytes',   9000.0, 9000.0, 9000.0, 'forecast', 0.5),
  ('run-0b', 'registry',  6, 'ingest_seconds',          'seconds', 150.0,  130.0,  170.0,  'forecast', 0.5),
  ('run-0b', 'registry',  7, 'ingest_memory_bytes',     'bytes',   600.0,  400.0,  900.0,  'forecast', 0.5),
  ('run-0c', 'snapshots', 0, 'held_bytes',              'bytes',   320.0,  320.0,  320.0,  'known',    0.1),
  ('run-0c', 'snapshots', 1, 'allocated_bytes',         'bytes',   288.0,  256.0,  320.0,  'sample',   0.1),
  ('run-0c', 'snapshots', 2, 'chunk_dedup_ratio',       'ratio',   0.25,   0.1,    0.4,    'sample',   0.1)
) AS t (run_id, subject, place, quantity, unit, value, low, high, how, read_ratio)
