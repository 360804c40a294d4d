SELECT
  run_id,
  verb,
  CAST(min(started_at) AS TIMESTAMP) AS started_at,
  CAST(min(finished_at) AS TIMESTAMP) AS finished_at,
  map_from_entries(array_agg(DISTINCT (
    CASE verb WHEN 'simulate backup' THEN 'backup.replicas' ELSE 'chunker' END,
    CASE verb WHEN 'simulate backup' THEN '3' ELSE 'fixed-4k' END
  ))) AS settings,
  '1.0.0' AS version,
  CAST(min(read_bytes) AS BIGINT) AS read_bytes,
  map_from_entries(array_agg((count_name, CAST(count_value AS BIGINT)))) AS counts
FROM (VALUES
  ('run-1', 'ingest registry', '2024-01-01 00:00:00', '2024-01-01 00:01:00', 2700, 'blobs_skipped', 9),
  ('run-1b', 'simulate retention', '2024-01-01 12:00:00', '2024-01-01 12:01:00', 0, 'registry_policies', 2),
  ('run-1b', 'simulate retention', '2024-01-01 12:00:00', '2024-01-01 12:01:00', 0, 'promised_bytes keep 1, 7d+', 700),
  ('run-1b', 'simulate retention', '2024-01-01 12:00:00', '2024-01-01 12:01:00', 0, 'promised_bytes listed tags', 0),
  ('run-2', 'ingest registry', '2024-01-02 00:00:00', '2024-01-02 00:01:00', 10940, 'blobs_skipped', 3),
  ('run-7', 'simulate retention', '2024-01-07 00:00:00', '2024-01-07 00:01:00', 0, 'registry_policies', 1),
  ('run-7', 'simulate retention', '2024-01-07 00:00:00', '2024-01-07 00:01:00', 0, 'promised_bytes listed tags', 1160),
  ('run-2', 'ingest registry', '2024-01-02 00:00:00', '2024-01-02 00:01:00', 10940, 'blobs_read', 2),
  ('run-1', 'ingest registry', '2024-01-01 00:00:00', '2024-01-01 00:01:00', 2700, 'written_bytes', 5000),
  ('run-1', 'ingest registry', '2024-01-01 00:00:00', '2024-01-01 00:01:00', 2700, 'peak_memory_bytes', 400),
  ('run-2', 'ingest registry', '2024-01-02 00:00:00', '2024-01-02 00:01:00', 10940, 'written_bytes', 7000),
  ('run-2', 'ingest registry', '2024-01-02 00:00:00', '2024-01-02 00:01:00', 10940, 'peak_memory_bytes', 300),
  ('run-3', 'derive', '2024-01-03 00:00:00', '2024-01-03 00:01:00', 0, 'blobs_skipped', 70),
  ('run-4', 'ingest snapshots', '2024-01-04 00:00:00', '2024-01-04 00:01:00', 330, 'snapshots_read', 4),
  ('run-5', 'derive', '2024-01-05 00:00:00', '2024-01-05 00:01:00', 0, 'chunk_sharing', 6),
  ('run-6', 'simulate backup', '2024-01-06 00:00:00', '2024-01-06 00:01:00', 0, 'vms', 3)
) AS t (run_id, verb, started_at, finished_at, read_bytes, count_name, count_value)
GROUP BY run_id, verb
