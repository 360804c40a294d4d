-- What does deletion by Bloom summaries leak, and how often must it be repaired?
-- By the number of deletions so far, over the VMs that had as many. Leaked are bytes that a VM's store holds though none
-- of its live snapshots needs them, measured exactly, after the repair if there was one; ratios are against live bytes.
-- predicted_ratio is the formula's, weighted by live bytes. Zero data and popular data are in no column.
-- The published measure (eps 1 %, 2.5 % of new data a snapshot, ten kept) stands beside deletions 1 to 9 at that eps.
SELECT
  deletion_order,
  false_positive_ratio,
  most_leaked_ratio,
  repair_rule,
  deletions,
  count(*) AS vms,
  CAST(sum(live_bytes) AS BIGINT) AS live_bytes,
  CAST(sum(leaked_bytes) AS BIGINT) AS leaked_bytes,
  round(CAST(sum(leaked_bytes) AS DOUBLE) / nullif(CAST(sum(live_bytes) AS DOUBLE), 0), 9) AS leaked_ratio,
  round(sum(predicted_ratio * live_bytes) / nullif(CAST(sum(live_bytes) AS DOUBLE), 0), 9) AS predicted_ratio,
  CAST(CASE
    WHEN false_positive_ratio = 0.01 AND deletions = 1 THEN 0.0002
    WHEN false_positive_ratio = 0.01 AND deletions = 3 THEN 0.0006
    WHEN false_positive_ratio = 0.01 AND deletions = 5 THEN 0.001
    WHEN false_positive_ratio = 0.01 AND deletions = 7 THEN 0.0014
    WHEN false_positive_ratio = 0.01 AND deletions = 9 THEN 0.0018
  END AS DOUBLE) AS published_predicted_ratio,
  CAST(CASE
    WHEN false_positive_ratio = 0.01 AND deletions = 1 THEN 0.00019
    WHEN false_positive_ratio = 0.01 AND deletions = 3 THEN 0.00056
    WHEN false_positive_ratio = 0.01 AND deletions = 5 THEN 0.00089
    WHEN false_positive_ratio = 0.01 AND deletions = 7 THEN 0.0012
    WHEN false_positive_ratio = 0.01 AND deletions = 9 THEN 0.00149
  END AS DOUBLE) AS published_measured_ratio,
  round(max(leaked_ratio), 9) AS largest_leaked_ratio,
  count(CASE WHEN leaked_ratio > most_leaked_ratio THEN 1 END) AS vms_above_most,
  count(CASE WHEN repaired THEN 1 END) AS repairs,
  CAST(sum(reclaimed_bytes) AS BIGINT) AS reclaimed_bytes,
  CAST(sum(filter_bytes) AS BIGINT) AS filter_bytes,
  max(repair_memory_bytes) AS largest_repair_memory_bytes
FROM deletion_result
GROUP BY deletion_order, false_positive_ratio, most_leaked_ratio, repair_rule, deletions
ORDER BY deletion_order, false_positive_ratio, most_leaked_ratio, repair_rule, deletions
