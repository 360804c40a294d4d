-- After a deletion the store contains at least what its live snapshots need, and only a repair reclaims bytes.
SELECT
  vm, deletion_order, false_positive_ratio, most_leaked_ratio, repair_rule, deletions,
  live_bytes, leaked_bytes, leaked_ratio, predicted_ratio, filter_bytes, repaired, reclaimed_bytes
FROM deletion_result
-- A measure is negative; negative leaked bytes would be data that a live snapshot lacks.
WHERE live_bytes < 0
  OR leaked_bytes < 0
  OR leaked_ratio < 0
  OR predicted_ratio < 0
  OR filter_bytes < 0
  -- A repair is an exact mark and sweep, so it must leave no leaked bytes.
  OR (repaired AND leaked_bytes > 0)
  -- Bytes were reclaimed without a repair.
  OR (NOT repaired AND reclaimed_bytes > 0)
  -- There was a repair in spite of repair rule 'never'.
  OR (repair_rule = 'never' AND repaired)
ORDER BY vm, deletion_order, false_positive_ratio, most_leaked_ratio, repair_rule, deletions
