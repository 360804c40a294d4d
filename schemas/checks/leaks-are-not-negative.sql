-- A store never contains less than its live snapshots need, a repair leaves no leak, and without a repair nothing is
-- reclaimed.
SELECT vm, deletion_order, false_positive_ratio, most_leaked_ratio, repair_rule, deletions, live_bytes, leaked_bytes
FROM deletion_result
WHERE live_bytes < 0
  OR leaked_bytes < 0
  OR leaked_ratio < 0
  OR predicted_ratio < 0
  OR filter_bytes < 0
  OR (repaired AND leaked_bytes > 0)
  OR (NOT repaired AND reclaimed_bytes > 0)
  OR (repair_rule = 'never' AND repaired)
ORDER BY vm, deletion_order, false_positive_ratio, most_leaked_ratio, repair_rule, deletions
