-- No scheme stores less than perfect deduplication, and each level of the VM-centric one no more than the level before.
WITH
perfect AS (
  SELECT min(stored_bytes) AS stored_bytes, max(efficiency) AS efficiency FROM backup_result WHERE scheme = 'perfect'
),
levels AS (
  SELECT
    rules,
    max(raw_bytes) AS raw_bytes,
    max(CASE WHEN scheme = 'vc-l1' THEN stored_bytes END) AS l1_bytes,
    max(CASE WHEN scheme = 'vc-l2' THEN stored_bytes END) AS l2_bytes,
    max(CASE WHEN scheme = 'vc' THEN stored_bytes END) AS vc_bytes
  FROM backup_result
  WHERE rules IS NOT NULL
  GROUP BY rules
),
fault AS (
  SELECT levels.rules AS scheme, levels.raw_bytes, l1_bytes, l2_bytes, vc_bytes, perfect.stored_bytes AS perfect_bytes
  FROM levels
  CROSS JOIN perfect
  WHERE l1_bytes > levels.raw_bytes
    OR l2_bytes > l1_bytes
    OR vc_bytes > l2_bytes
    OR vc_bytes < perfect.stored_bytes
    OR perfect.efficiency <> 1
  UNION ALL
  SELECT scheme, raw_bytes, NULL, NULL, backup_result.stored_bytes, perfect.stored_bytes
  FROM backup_result
  CROSS JOIN perfect
  WHERE backup_result.stored_bytes < perfect.stored_bytes OR backup_result.stored_bytes > raw_bytes
)
SELECT scheme, raw_bytes, l1_bytes, l2_bytes, vc_bytes, perfect_bytes, count(*) OVER () AS total
FROM fault
ORDER BY scheme
LIMIT 20
