SELECT
  CAST('oldest-first' AS STRING) AS deletion_order,
  CAST(0.01 AS DOUBLE) AS false_positive_ratio,
  CAST(0.05 AS DOUBLE) AS most_leaked_ratio,
  repair_rule,
  CAST(NULL AS INT) AS retained,
  CAST(0.02 AS DOUBLE) AS sigma,
  vm,
  CAST(deletions AS INT) AS deletions,
  CAST(live_bytes AS BIGINT) AS live_bytes,
  CAST(leaked_bytes AS BIGINT) AS leaked_bytes,
  CAST(leaked_ratio AS DOUBLE) AS leaked_ratio,
  CAST(predicted_ratio AS DOUBLE) AS predicted_ratio,
  CAST(filter_bytes AS BIGINT) AS filter_bytes,
  CAST(repaired AS BOOLEAN) AS repaired,
  CAST(reclaimed_bytes AS BIGINT) AS reclaimed_bytes,
  CAST(1000 AS BIGINT) AS delete_nanos,
  CAST(0 AS BIGINT) AS repair_nanos,
  CAST(repair_memory_bytes AS BIGINT) AS repair_memory_bytes,
  CAST(1 AS BIGINT) AS seed
FROM (VALUES
  ('published', 'a', 1, 1000, 10, 0.01, 0.008, 64, false, 0, 0),
  ('published', 'a', 2, 800, 0, 0.0, 0.0, 48, true, 90, 256),
  ('published', 'b', 1, 3000, 30, 0.01, 0.02, 64, false, 0, 0),
  ('never', 'a', 1, 1000, 10, 0.01, 0.008, 64, false, 0, 0),
  ('never', 'a', 2, 800, 90, 0.1125, 0.02, 48, false, 0, 0),
  ('never', 'b', 1, 3000, 30, 0.01, 0.02, 64, false, 0, 0)
) AS t (repair_rule, vm, deletions, live_bytes, leaked_bytes, leaked_ratio, predicted_ratio, filter_bytes, repaired, reclaimed_bytes, repair_memory_bytes)
