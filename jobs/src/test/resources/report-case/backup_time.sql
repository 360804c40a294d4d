SELECT
  scheme, CAST(100 AS INT) AS machines, CAST(4 AS INT) AS tasks,
  CAST(read_write_millis AS DOUBLE) AS read_write_millis, CAST(network_millis AS DOUBLE) AS network_millis,
  CAST(index_millis AS DOUBLE) AS index_millis, CAST(total_millis AS DOUBLE) AS total_millis,
  CAST(115108.5 AS DOUBLE) AS dirty_segments_per_machine,
  CAST(241400000000 AS DOUBLE) AS dirty_bytes_per_machine, CAST(50000000 AS BIGINT) AS read_bytes_per_second,
  CAST(work_seconds AS DOUBLE) AS work_seconds, CAST(4828 AS DOUBLE) AS throttled_seconds
FROM (VALUES ('vc', 66.33, 16.63, 5.78, 88.74, 2553.7), ('srb', 73, 17.08, 20.10, 110.18, 3170.7))
  AS t (scheme, read_write_millis, network_millis, index_millis, total_millis, work_seconds)
