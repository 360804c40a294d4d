-- The cost of the first deletion of every VM under one policy. Ratios are passed as texts, which are read as the same
-- doubles by every engine.
SELECT
  count(*) AS deletions,
  coalesce(max(filter_bytes), 0) AS memory_bytes,
  coalesce(sum(delete_nanos), 0) AS nanos
FROM deletion
WHERE deletions = 1
  AND deletion_order = :order
  AND repair_rule = :repair
  AND false_positive_ratio = CAST(:falsepositive AS DOUBLE)
  AND most_leaked_ratio = CAST(:leaked AS DOUBLE)
